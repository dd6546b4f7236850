// The least that most shorteners do.
export default {
  key: 'redisGet',
  title: 'node:http + Redis GET',
  order: 20,
  server: 'redis-get',
  slugs: 'zipf',
  needs: ['redis'],
};
