// The embedded product, which counts each visit on the thread that answers. Each round waits until the previous round
// is counted, so the case runs only when it is named.
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
