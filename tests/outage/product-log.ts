// The log of a running product, as events that a test can wait for.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ChildProcess } from 'node:child_process';

export type LogEvent = { event: string; dropped: number };

export type ProductLog = {
  /** All events of that name so far. */
  events: (name: string) => LogEvent[];
  /** Resolves when there are `count` events of that name; rejects after 15 s. */
  until: (name: string, count: number) => Promise<void>;
};

const TIMEOUT_MS = 120_000;

function eventOf(line: string): LogEvent[] {
  const value: unknown = line.startsWith('{') ? JSON.parse(line) : undefined;
  if (typeof value !== 'object' || value === null || !('event' in value)) return [];
  return [{ event: String(value.event), dropped: 'dropped' in value ? Number(value.dropped) : 0 }];
}

export function readProductLog(child: ChildProcess): ProductLog {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const events = (name: string) =>
    text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .flatMap(eventOf)
      .filter(({ event }) => event === name);
  return {
    events,
    until: async (name, count) => {
      for (const end = Date.now() + TIMEOUT_MS; events(name).length < count; await sleep(20)) {
        if (Date.now() > end) throw new Error(`${name} was not logged ${count} times: ${text}`);
      }
    },
  };
}
