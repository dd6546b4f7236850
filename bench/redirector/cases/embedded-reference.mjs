// Like `embedded`, with the fast path switched off.
export default {
  key: 'embeddedReference',
  title: 'embedded product, hot, without the fast path',
  order: 19,
  server: 'embedded',
  options: { hasFastPath: false },
  slugs: 'hot',
  settles: true,
  isOnDemand: true,
};
