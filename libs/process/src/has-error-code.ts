// Whoever calls the system or a database asks whether what it threw is one of the errors it can live with.

/** Whether a thrown value carries one of these codes: the system's, such as ENOENT, or PostgreSQL's SQLSTATE. */
export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return typeof error.code === 'string' && codes.includes(error.code);
}
