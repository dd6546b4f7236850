// Requests to the front as they come from outside: to Caddy's ports on this machine, with names of localhost.
// Certificates are checked against Caddy's own authority.

import http from 'node:http';
import https from 'node:https';

const TIMEOUT_MS = 15_000;
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-language': 'de',
};

export const API_HOST = 'localhost';
export const ZONE = 'go.localhost';

/** `ca`: uses https with this CA. `at`: another host and port than the front's. Gives status, headers and text. */
export const ask = (host, path, { method = 'GET', headers, body, ca, at = { host: '127.0.0.1' } } = {}) =>
  new Promise((resolve, reject) => {
    const to = ca === undefined ? http : https;
    const options = {
      ...{ ...at, path, method, agent: false, headers: { host, ...BROWSER, ...headers } },
      // as an option the timeout also covers connecting
      timeout: TIMEOUT_MS,
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

/** How the front retries: when it loses a service, it sends the request again after `retryMs` at the earliest. */
export const FRONT = { retryMs: 40 };

/** A visit of the short link, over http by default. */
export const visit = (slug, options) => ask(ZONE, `/${slug}`, options);

/** A client of the API. Gives the body as JSON; throws on any status but 2xx. `askApi`: `ask` for the API's host. */
export function makeClient(token, askApi) {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const { status, text } = await askApi(path, { method, headers, body: sent });
    if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
}
