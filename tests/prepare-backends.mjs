// Makes sure, before tests or the stack begin, that Redis and Kafka can run on this machine; ends the process with one
// clear line when they cannot. Call it after prepare: it needs the installed packages.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export async function prepareBackends(say = (text) => console.error(`kurz: ${text} …`)) {
  require('./typescript-hook.cjs');
  const { ensureBackends } = require('./backends/src/ensure-backends.ts');
  const outcome = await ensureBackends(say);
  if (outcome.kind === 'ready') return;
  console.error(`kurz: ${outcome.advice}`);
  process.exit(1);
}
