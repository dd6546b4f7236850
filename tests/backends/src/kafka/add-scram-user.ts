// Gives a user of a running Kafka its SCRAM passwords, with Kafka's own tool: the client of the tests cannot.

import { execFile } from 'node:child_process';
import { java } from '@kurz/stack';
import { toolFlags } from './tool-flags';

const ADD_MS = 120_000;
/** Kafka accepts one mechanism per request. */
const MECHANISMS = ['SCRAM-SHA-256', 'SCRAM-SHA-512'];

/** `broker`: `host:port` of a listener that asks for no password. Needs Java, also where Kafka runs in a container. */
export async function addScramUser(broker: string, name: string, password: string): Promise<void> {
  const flags = await toolFlags();
  const user = ['--bootstrap-server', broker, '--entity-type', 'users', '--entity-name', name];
  for (const mechanism of MECHANISMS) {
    const secret = `${mechanism}=[password=${password}]`;
    const tool = ['kafka.admin.ConfigCommand', '--alter', ...user, '--add-config', secret];
    await new Promise<void>((resolve, reject) => {
      execFile(java(), [...flags, ...tool], { timeout: ADD_MS }, (error, _out, words) =>
        error ? reject(new Error(`Kafka takes no user: ${words.slice(-500)}`, { cause: error })) : resolve(),
      );
    });
  }
}
