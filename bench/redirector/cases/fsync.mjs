// Each turn's lines are on the disk before their answers leave, so that a power cut loses nothing.
export default {
  key: 'fsync',
  title: 'Kurz, hot, fsync each turn',
  order: 10,
  server: 'kurz',
  options: { fsyncMs: 0 },
  slugs: 'hot',
};
