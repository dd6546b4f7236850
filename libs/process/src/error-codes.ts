// Whether a thrown error of the system or a database has one of the expected codes. Compares `code` alone, because
// errors of Node's core may come from another realm.

/**
 * The code that a thrown value carries: the system's, such as ENOENT, PostgreSQL's SQLSTATE, or ClickHouse's number.
 */
export function errorCodeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' || typeof error.code === 'number' ? String(error.code) : undefined;
}

/** Whether a thrown value carries one of these codes. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  const code = errorCodeOf(error);
  return code !== undefined && codes.includes(code);
}
