// An export as its reader has it: fetched by a person who is signed in, or read from a file.

import { originOf, type TestPerson } from './console-browser';
import { expectDescribed } from './openapi/described-answer';
import type { TestApi } from './start-api';

export type ExportedRecord = { kind: string } & Record<string, unknown>;

/** Throws unless the text is whole. */
export function recordsOf(text: string): ExportedRecord[] {
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  const records = lines.map((line) => JSON.parse(line) as ExportedRecord);
  expect(records.pop()).toEqual({ kind: 'end', records: records.length });
  return records;
}

export const ofKind = (records: readonly ExportedRecord[], wanted: string) =>
  records
    .filter(({ kind }) => kind === wanted)
    .map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'kind')));

/** `path` below /x. */
export async function fetchExport(api: TestApi, { browser }: TestPerson, path: string): Promise<Response> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${originOf(api)}/x${path}`, { headers: { cookie } });
  const { status, headers } = response;
  const body: unknown = status === 200 ? null : await response.clone().json();
  expectDescribed('/x', 'GET', path, { status, headers, body });
  return response;
}
