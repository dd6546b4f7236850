// The same with the lean lane switched off.
export default {
  key: 'embeddedReference',
  title: 'embedded product, hot, without the lean lane',
  order: 19,
  server: 'embedded',
  options: { isLean: false },
  slugs: 'hot',
  settles: true,
  isOnDemand: true,
};
