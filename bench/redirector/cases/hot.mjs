// One slug for all requests.
export default {
  key: 'hot',
  title: 'Kurz, one hot slug',
  order: 1,
  server: 'kurz',
  slugs: 'hot',
  isPaced: true,
  isQuick: true,
  goals: [
    { figure: 'rate', least: 1.1 },
    { figure: 'cpu', most: 0.964 },
  ],
};
