// Asks the process beside the test run for the store that this worker's files share.

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** A template is a folder to copy, the others are servers. */
export type SharedStore =
  'postgres' | 'clickhouse' | 'redis' | 'kafka' | 'postgres-template' | 'product-template';

/** Undefined: there is no such process, because jest was called by hand. */
export async function sharedOptions<Options>(store: SharedStore): Promise<Options | undefined> {
  const address = process.env['KURZ_TEST_STORES'];
  if (address === undefined) return undefined;
  // a run inside a test has the stores of that test's worker, whose file waits for it
  const worker = process.env['KURZ_TEST_WORKER'] ?? process.env['JEST_WORKER_ID'] ?? '1';
  // a connection of its own: one that is kept alive may be closed by the other end while it is taken again
  const request = http.request(`${address}/${store}?worker=${worker}`, { method: 'POST', agent: false });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(`no ${store} for worker ${worker}: ${body}`);
  return JSON.parse(body) as Options;
}
