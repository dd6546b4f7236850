// The visitors' rate of the case `authors`, without the authors.
export default {
  key: 'calm',
  title: 'Kurz on Redis, Zipf, 2,700/s',
  order: 16,
  server: 'kurz',
  options: { linkCache: 'redis' },
  slugs: 'zipf',
  rate: 2_700,
  warmUpSeconds: 4,
  needs: ['redis', 'postgres'],
};
