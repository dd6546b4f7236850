// Makes this process ready for @kurz/backends, before tests or benchmarks begin: its TypeScript can be loaded, and Redis
// and Kafka, with a browser where asked, can run on this machine. Ends the process with one clear line when they cannot. Call it after prepare.

import { createRequire } from 'node:module';
import { prepareMachine } from '../services/stack/bin/prepare-machine.mjs';

export async function prepareBackends({ withBrowser = false, withPooler = false } = {}) {
  createRequire(import.meta.url)('./typescript-hook.cjs');
  await prepareMachine({ withBrowser, withPooler });
}
