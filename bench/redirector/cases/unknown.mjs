// Somebody guesses slugs: a look-up and a page of 404 each, no visit.
export default {
  key: 'unknown',
  title: 'Kurz, unknown slugs',
  order: 5,
  server: 'kurz',
  slugs: 'unknown',
  isQuick: true,
};
