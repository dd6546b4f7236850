// Asks the process beside the test run for the store that this worker's files share.

/** Undefined: there is no such process, because jest was called by hand. */
export async function sharedOptions<Options>(store: 'postgres' | 'clickhouse'): Promise<Options | undefined> {
  const address = process.env['KURZ_TEST_STORES'];
  if (address === undefined) return undefined;
  const worker = process.env['JEST_WORKER_ID'] ?? '1';
  const response = await fetch(`${address}/${store}?worker=${worker}`, { method: 'POST' });
  if (!response.ok) throw new Error(`no ${store} for worker ${worker}: ${await response.text()}`);
  return (await response.json()) as Options;
}
