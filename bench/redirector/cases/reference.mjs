// The same work on node:http, with the fast path switched off.
export default {
  key: 'reference',
  title: 'Kurz, hot, without the fast path',
  order: 9,
  server: 'kurz',
  options: { hasFastPath: false },
  slugs: 'hot',
  isPaced: true,
};
