// Neither the near cache nor Redis has the link: PostgreSQL answers, and the redirector stores the answer in Redis.
export default {
  key: 'allMisses',
  title: 'Kurz, both missed, PostgreSQL answers',
  order: 8,
  server: 'kurz',
  options: { linkCache: 'forgetful', nearCacheBytes: 256 * 1024 },
  slugs: 'random',
  needs: ['redis', 'postgres'],
  isAnsweredBy: { from: 'postgres', least: 0.9 },
};
