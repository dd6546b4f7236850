// Ten times as many links: more look-ups miss the processor's caches; the near cache holds all links.
export default {
  key: 'zipfMillion',
  title: 'Kurz, Zipf over 1,000,000',
  order: 4,
  server: 'kurz',
  options: { links: 1_000_000, nearCacheBytes: 256 * 1024 * 1024 },
  slugs: 'zipf',
  isNear: true,
  warmUpSeconds: 30,
  isAnsweredBy: { from: 'near', least: 0.999 },
};
