// Somebody guesses slugs: each request is a look-up and a 404 page, without a visit.
export default {
  key: 'unknown',
  title: 'Kurz, unknown slugs',
  order: 5,
  server: 'kurz',
  slugs: 'unknown',
  isQuick: true,
};
