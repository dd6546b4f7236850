// The embedded product, which counts each visit on the thread that answers. Each round waits until the round before is
// counted, so the case runs by name only.
export default {
  key: 'embedded',
  title: 'embedded product, hot',
  order: 18,
  server: 'embedded',
  slugs: 'hot',
  settles: true,
  isOnDemand: true,
  goals: [{ figure: 'cpu', against: 'embeddedReference', most: 1 }],
};
