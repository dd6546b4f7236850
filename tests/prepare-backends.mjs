// Prepares this process for @kurz/backends: its TypeScript can be loaded, and Redis, Kafka and, if asked for, a browser
// can run. Ends the process with one clear line when they cannot. Call it after prepare, before tests or benchmarks.

import { createRequire } from 'node:module';
import { prepareMachine } from '../services/stack/bin/prepare-machine.mjs';

export async function prepareBackends({ withBrowser = false, withPooler = false } = {}) {
  createRequire(import.meta.url)('./typescript-hook.cjs');
  await prepareMachine({ withBrowser, withPooler });
}
