// The distribution of some figures, as a test prints it.

export function spreadOf(figures: readonly number[]) {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

/** `… p50 1.2 p90 3.4 p99 5.6 max 7.8 ms (n = 9)` */
export function spreadText(figures: readonly number[]): string {
  const { count, p50, p90, p99, max } = spreadOf(figures);
  const [first, second, third, last] = [p50, p90, p99, max].map((figure) => figure.toFixed(1));
  return `p50 ${first} p90 ${second} p99 ${third} max ${last} ms (n = ${count})`;
}
