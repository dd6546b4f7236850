// How most shorteners are built.
export default {
  key: 'express',
  title: 'express + Redis GET + LPUSH',
  order: 21,
  server: 'express',
  slugs: 'zipf',
  needs: ['redis'],
};
