// The disk is never waited for: what is left over against the hot case is what fsync on an interval costs.
export default {
  key: 'fsyncOff',
  title: 'Kurz, hot, no fsync',
  order: 11,
  server: 'kurz',
  options: { fsyncMs: 86_400_000 },
  slugs: 'hot',
};
