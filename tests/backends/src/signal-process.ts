// Sends a signal to a process that may have ended meanwhile, which is no fault. What Node throws is no instance of the
// Error that a test's own realm knows, so only the code can be compared.

const isGone = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ESRCH';

export function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
