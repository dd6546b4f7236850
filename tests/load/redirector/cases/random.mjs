// No slug is likelier than another: each look-up misses the processor's caches.
export default {
  key: 'random',
  title: 'Kurz, 100,000 at random',
  order: 3,
  server: 'kurz',
  slugs: 'random',
  warmUpSeconds: 6,
};
