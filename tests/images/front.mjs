// Requests to the front as they come from outside: Caddy's ports of this machine, names of localhost, and the certificates
// checked against the authority that Caddy is for them.

import http from 'node:http';
import https from 'node:https';

const PATIENCE_MS = 15_000;
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-language': 'de',
};

export const API_HOST = 'localhost';
export const ZONE = 'go.localhost';

/** `ca`: then by https. `at`: host and port of another place than the front. Gives status, headers and the body as text. */
export const ask = (host, path, { method = 'GET', headers, body, ca, at = { host: '127.0.0.1' } } = {}) =>
  new Promise((resolve, reject) => {
    const to = ca === undefined ? http : https;
    const options = {
      ...{ ...at, path, method, agent: false, headers: { host, ...BROWSER, ...headers } },
      // of an option it holds for the connection as well
      timeout: PATIENCE_MS,
      ...(ca !== undefined && { servername: host, ca }),
    };
    const request = to.request(options, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const { statusCode: status, headers: got } = response;
        resolve({ status, headers: got, text: Buffer.concat(chunks).toString() });
      });
    });
    request.once('timeout', () => request.destroy(new Error('no answer in time')));
    request.once('error', reject);
    request.end(body);
  });

/** What visitors of the front have to know: it asks a service that it loses again, after `retryMs` at the earliest. */
export const FRONT = { retryMs: 40 };

/** A visit of the short link, over http by default. */
export const visit = (slug, options) => ask(ZONE, `/${slug}`, options);

/** The API with a token; gives the body read as JSON. Throws on any status but 2xx. `askApi`: as `ask` of the API's host. */
export function makeClient(token, askApi) {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const { status, text } = await askApi(path, { method, headers, body: sent });
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
}
