// Sends a signal to a process that may have ended meanwhile, which is no fault. What Node throws is no instance of the
// Error that a test's own realm knows, so only the code can be compared.

const isGone = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';

/** @throws for 0, which is no process but the group of this one: the whole run. */
export function signalProcess(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined || pid <= 0) throw new Error(`there is no process ${pid}`);
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
