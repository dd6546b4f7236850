// Asks the process beside the test run for the store that this worker's files share.

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A template is a folder to copy, the others are servers. */
export type SharedStore =
  'postgres' | 'clickhouse' | 'redis' | 'kafka' | 'postgres-template' | 'product-template';

/** Set by the environment of a test file, which returns these stores after the file. */
type FileGlobals = { usedStores?: string[] };

/** Returns undefined when there is no such process, because jest was called by hand. */
export async function sharedOptions<Options>(name: SharedStore): Promise<Options | undefined> {
  const address = process.env['KURZ_TEST_STORES'];
  if (address === undefined) return undefined;
  // a test run started by a test uses the stores of that test's worker: the test's file waits for it
  const worker = process.env['KURZ_TEST_WORKER'] ?? process.env['JEST_WORKER_ID'] ?? '1';
  // no keep-alive: the other end could close an idle connection just as it is used again
  const store = `${address}/${name}?worker=${worker}`;
  const request = http.request(store, { method: 'POST', agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`no ${name} for worker ${worker}: ${body}`);
  (globalThis as FileGlobals).usedStores?.push(store);
  return JSON.parse(body) as Options;
}
