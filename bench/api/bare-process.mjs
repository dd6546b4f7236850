// The baseline for GET of a link: Express and pg, one indexed select, and none of the API's checks.

import express from 'express';
import pg from 'pg';

const { postgres, zoneId } = JSON.parse(process.argv[2]);
const { host, port, database, user, password } = postgres;
const pool = new pg.Pool({ host, port, database, user, password, max: 10 });
const app = express();
app.get('/urls/:slug', async (request, response) => {
  const { rows } = await pool.query(
    'SELECT id, slug, url, title, is_enabled, created_at, updated_at FROM links WHERE zone_id = $1 AND slug = $2',
    [zoneId, request.params.slug],
  );
  if (rows.length === 0) response.status(404).json({ error: 'There is no such link.' });
  else response.json({ url: rows[0] });
});
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
