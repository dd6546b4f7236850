// Ten times as many links: more look-ups miss the processor's caches, and the near cache holds them all.
export default {
  key: 'zipfMillion',
  title: 'Kurz, Zipf over 1,000,000',
  order: 4,
  server: 'kurz',
  options: { links: 1_000_000 },
  slugs: 'zipf',
  warmUpSeconds: 6,
};
