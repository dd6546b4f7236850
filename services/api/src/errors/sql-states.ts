// Classes of PostgreSQL's refusals that a use case expects, by their SQLSTATE.

export const FOREIGN_KEY_VIOLATION = '23503';
export const UNIQUE_VIOLATION = '23505';
