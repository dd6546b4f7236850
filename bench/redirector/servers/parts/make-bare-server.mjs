// node:http answering a constant 302: no look-up, no visit, nothing recorded.

import { createServer } from 'node:http';

export const makeBareServer = () =>
  createServer((_request, response) => {
    response.writeHead(302, [
      'Location',
      'https://shop.example/products/1?ref=newsletter',
      'Cache-Control',
      'private, no-store',
      'Content-Length',
      '0',
    ]);
    response.end();
  });
