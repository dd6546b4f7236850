// The least work that most shorteners do: one Redis GET.
export default {
  key: 'redisGet',
  title: 'node:http + Redis GET',
  order: 20,
  server: 'redis-get',
  slugs: 'zipf',
  needs: ['redis'],
};
