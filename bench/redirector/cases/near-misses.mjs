// The near cache is much too small for what is asked for: nearly every look-up is Redis'.
export default {
  key: 'nearMisses',
  title: 'Kurz, near cache missed, Redis answers',
  order: 7,
  server: 'kurz',
  options: { linkCache: 'redis', nearCacheBytes: 256 * 1024 },
  slugs: 'random',
  needs: ['redis', 'postgres'],
  isAnsweredBy: { from: 'link_cache', least: 0.9 },
  // V8 takes that long to compile what many promises pass through, on the core that answers
  warmUpSeconds: 8,
  goals: [{ figure: 'rate', least: 0.6 }],
};
