// The SQLSTATEs of PostgreSQL's errors that a use case expects.

export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
