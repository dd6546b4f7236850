// The near cache is much too small for the requested links: Redis answers nearly every look-up.
export default {
  key: 'nearMisses',
  title: 'Kurz, near cache missed, Redis answers',
  order: 7,
  server: 'kurz',
  options: { linkCache: 'redis', nearCacheBytes: 256 * 1024 },
  slugs: 'random',
  needs: ['redis', 'postgres'],
  isAnsweredBy: { from: 'link_cache', least: 0.9 },
  // V8 takes that long to compile the promise-heavy code, on the core that answers
  warmUpSeconds: 8,
  goals: [{ figure: 'rate', least: 0.6 }],
};
