// Like `nearMisses`, with a Redis Cluster of three primaries: the look-ups of a turn are one MGET per primary.
export default {
  key: 'clusterMisses',
  title: 'Kurz, near cache missed, a Redis Cluster answers',
  order: 7.1,
  server: 'kurz',
  options: { linkCache: 'cluster', nearCacheBytes: 256 * 1024 },
  slugs: 'random',
  needs: ['redis-cluster', 'postgres'],
  isAnsweredBy: { from: 'link_cache', least: 0.9 },
  warmUpSeconds: 8,
  isOnDemand: true,
};
