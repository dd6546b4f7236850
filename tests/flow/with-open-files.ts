// The command that starts a Node program with a limit of open files; default: the test run's.

export function nodeWithOpenFiles(
  args: readonly string[],
  openFiles?: number,
): { command: string; args: string[] } {
  if (openFiles === undefined) return { command: process.execPath, args: [...args] };
  const limited = ['-c', 'ulimit -n "$0" && exec "$@"', String(openFiles), process.execPath, ...args];
  return { command: 'sh', args: limited };
}
