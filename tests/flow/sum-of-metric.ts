// What an operations server says of one metric.

/** The sum over all label sets; 0 of a metric that it does not have. `ops` is the server's address. */
export async function sumOfMetric(ops: string, metric: string): Promise<number> {
  const text = await (await fetch(`${ops}/metrics`)).text();
  const values = text.split('\n').flatMap((line) => {
    const [, value] = new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)`).exec(line) ?? [];
    return value === undefined ? [] : [Number(value)];
  });
  return values.reduce((sum, value) => sum + value, 0);
}
