// The metadata of the ClickHouse sink's committed offset: the end of the open intent, and how far each journal was
// seen. A commit without metadata is a position and nothing more.

import type { SeenJournals } from './sequence-check';

export type IntentMetadata = { to: number | null; seen: SeenJournals };

const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function encodeIntentMetadata({ to, seen }: IntentMetadata): string {
  return JSON.stringify({ to, seen });
}

/** Throws rather than forget an intent: a batch cut in another way would be counted twice. */
export function decodeIntentMetadata(text: string): IntentMetadata {
  if (text === '') return { to: null, seen: {} };
  const broken = () =>
    new Error(`the metadata of the committed offset is not an intent: ${text.slice(0, 200)}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw broken();
  }
  if (!isObject(value) || !isObject(value['seen'])) throw broken();
  const { to } = value;
  if (to !== null && !isPosition(to)) throw broken();
  const seen: SeenJournals = {};
  for (const [journal, last] of Object.entries(value['seen'])) if (isPosition(last)) seen[journal] = last;
  return { to, seen };
}
