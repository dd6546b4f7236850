// One hot slug, and headers that differ from those of the request before on the same connection, as they do behind a
// proxy: nothing that is known of a connection's headers is of use.
export default {
  key: 'hotAgents',
  title: 'Kurz, one hot slug, 997 agents in turn',
  order: 1.5,
  server: 'kurz',
  slugs: 'hot',
  agents: 997,
};
