// One hot slug, and headers that differ from those of the previous request on the connection, as behind a proxy: a
// connection's cached headers are of no use.
export default {
  key: 'hotAgents',
  title: 'Kurz, one hot slug, 997 agents in turn',
  order: 1.5,
  server: 'kurz',
  slugs: 'hot',
  agents: 997,
};
