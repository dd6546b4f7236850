// A baseline, the straightforward shortener: express, one Redis GET, and one Redis LPUSH of the click.

import { createServer } from 'node:http';
import express from 'express';
import { Redis } from 'ioredis';
import { serve } from './serve.mjs';

const { redisUrl } = JSON.parse(process.argv[2]);
const redis = new Redis(redisUrl);
const app = express();
app.get('/:slug', async (request, response) => {
  const location = await redis.get(request.params.slug);
  if (location === null) return void response.status(404).end();
  const click = { slug: request.params.slug, time: Date.now(), agent: request.headers['user-agent'] };
  await redis.lpush('clicks', JSON.stringify(click));
  response.redirect(302, location);
});
serve(createServer(app));
