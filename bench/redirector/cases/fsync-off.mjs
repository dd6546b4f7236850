// Never waits for the disk: the difference to the hot case is the cost of fsync on an interval.
export default {
  key: 'fsyncOff',
  title: 'Kurz, hot, no fsync',
  order: 11,
  server: 'kurz',
  options: { fsyncMs: 86_400_000 },
  slugs: 'hot',
};
