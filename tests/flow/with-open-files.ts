// The command that starts a program of Node's, which may open so many files; default: as many as the test run.

export function nodeWithOpenFiles(
  args: readonly string[],
  openFiles?: number,
): { command: string; args: string[] } {
  if (openFiles === undefined) return { command: process.execPath, args: [...args] };
  const limited = ['-c', 'ulimit -n "$0" && exec "$@"', String(openFiles), process.execPath, ...args];
  return { command: 'sh', args: limited };
}
