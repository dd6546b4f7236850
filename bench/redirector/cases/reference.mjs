// The same work on node:http, with the lean lane switched off.
export default {
  key: 'reference',
  title: 'Kurz, hot, without the lean lane',
  order: 9,
  server: 'kurz',
  options: { isLean: false },
  slugs: 'hot',
  isPaced: true,
};
