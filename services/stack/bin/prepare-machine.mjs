// Makes sure that Redis and Kafka can run on this machine, before the stack or tests begin; ends the process with one
// clear line when they cannot. Needs the built packages: prepare comes first.

export async function prepareMachine(say = (text) => console.error(`kurz: ${text} …`)) {
  const { ensureBackends } = await import('../dist/programs/ensure-backends.js');
  const outcome = await ensureBackends(say);
  if (outcome.kind === 'ready') return;
  console.error(`kurz: ${outcome.advice}`);
  process.exit(1);
}
