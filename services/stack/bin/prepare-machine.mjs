// Makes sure that Redis and Kafka can run on this machine, before the stack or tests begin. Ends the process with one
// clear line when they cannot. Needs the built packages: prepare comes first.

const toError = (text) => console.error(`kurz: ${text} …`);

export async function prepareMachine({ say = toError, withBrowser = false, withPooler = false } = {}) {
  const { ensureBackends } = await import('../dist/programs/ensure-backends.js');
  const outcome = await ensureBackends({ say, withBrowser, withPooler });
  if (outcome.kind === 'ready') return;
  console.error(`kurz: ${outcome.advice}`);
  process.exit(1);
}
