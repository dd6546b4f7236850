// The links of the benchmark: `s000000`, `s000001`, …, as short as real slugs, with destinations of 80 bytes.

/** Default number of links. */
export const LINKS = 100_000;

export const slugOf = (n) => `s${String(n).padStart(6, '0')}`;

export function linkOf(n) {
  const location = `https://shop.example/products/${n}?utm_source=newsletter&utm_campaign=`.padEnd(80, 'x');
  const entry = {
    kind: 'link',
    linkId: `lnk_${String(n).padStart(18, '0')}`,
    workspaceId: `ws_${String(n % 100).padStart(18, '0')}`,
    location,
    state: 'enabled',
    version: n + 1,
  };
  return { slug: slugOf(n), entry };
}

/** Calls `take` with one batch after another. The links that visitors request most come last. */
export async function inBatches(links, size, take) {
  for (let left = links; left > 0; left -= size) {
    await take(Array.from({ length: Math.min(size, left) }, (_, at) => linkOf(left - 1 - at)));
  }
}
