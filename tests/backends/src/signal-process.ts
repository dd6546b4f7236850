// Sends a signal to a process; one that has already ended is no fault. Node's errors are no instances of the test
// realm's Error, so only their code can be compared.

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
