// A baseline: node:http and one Redis GET for each request; no visit is recorded.

import { createServer } from 'node:http';
import { Redis } from 'ioredis';
import { serve } from './serve.mjs';

const { redisUrl } = JSON.parse(process.argv[2]);
const redis = new Redis(redisUrl);
const server = createServer(async (request, response) => {
  const location = await redis.get(request.url.slice(1));
  if (location === null) response.writeHead(404, ['Content-Length', '0']);
  else response.writeHead(302, ['Location', location, 'Content-Length', '0']);
  response.end();
});
serve(server);
