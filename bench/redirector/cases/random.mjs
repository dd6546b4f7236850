// All slugs are equally likely: each look-up misses the processor's caches.
export default {
  key: 'random',
  title: 'Kurz, 100,000 at random',
  order: 3,
  server: 'kurz',
  slugs: 'random',
  isNear: true,
  warmUpSeconds: 6,
  isAnsweredBy: { from: 'near', least: 0.999 },
};
