// ClickHouse over HTTP as a single process: node clickhouse-server.cjs <data directory> <port or 0>.
// Prints its port. Carries what @clickhouse/client sends: the query in the URL or the body, parameters as
// param_<name>, settings as further URL parameters, an insert's rows in the body.

'use strict';

const http = require('node:http');
const zlib = require('node:zlib');
const { Session } = require('chdb');

// the engine exits when it has no data of the machine's time zone, such as `CET-1CEST`
process.env.TZ = 'UTC';

const [directory, port] = process.argv.slice(2);
const session = new Session(directory);

/** URL parameters of the protocol itself; every other one is a setting of the query. */
const PROTOCOL = new Set([
  'query',
  'database',
  'default_format',
  'query_id',
  'session_id',
  'user',
  'password',
  'role',
  'compress',
  'decompress',
  'wait_end_of_query',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'buffer_size',
  'session_timeout',
  'session_check',
  'http_write_exception_in_output_format',
]);

function settingsOf(url) {
  const settings = [];
  for (const [name, value] of url.searchParams) {
    if (PROTOCOL.has(name) || name.startsWith('param_')) continue;
    if (!/^\w+$/.test(name))
      throw new Error(`Code: 115. DB::Exception: Unknown setting ${name} (UNKNOWN_SETTING)`);
    settings.push(
      /^-?\d+(\.\d+)?$/.test(value) ? `${name} = ${value}` : `${name} = '${value.replace(/'/g, "''")}'`,
    );
  }
  return settings;
}

function parametersOf(url) {
  const parameters = [];
  for (const [name, value] of url.searchParams) {
    if (name.startsWith('param_'))
      parameters.push(`${name} = '${value.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`);
  }
  return parameters;
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? zlib.gunzipSync(body) : body;
}

async function run(request) {
  const url = new URL(request.url, 'http://clickhouse');
  const body = (await bodyOf(request)).toString('utf8');
  const inUrl = url.searchParams.get('query');
  const query = inUrl === null ? body : body === '' ? inUrl : `${inUrl}\n${body}`;
  const set = [...settingsOf(url), ...parametersOf(url)];
  const before = set.length > 0 ? `SET ${set.join(', ')}; ` : '';
  const format = url.searchParams.get('default_format') ?? 'TabSeparated';
  const result = await session.queryAsync(before + query, { format });
  return Buffer.from(result.bytes());
}

const server = http.createServer((request, response) => {
  if (request.url === '/ping' || request.url === '/') {
    response.end('Ok.\n');
    return;
  }
  run(request).then(
    (answer) => {
      response.writeHead(200, {
        'content-type': 'text/plain; charset=UTF-8',
        'x-clickhouse-summary': '{"read_rows":"0","written_rows":"0"}',
      });
      response.end(answer);
    },
    (error) => {
      const text = String(error?.message ?? error);
      const code = /Code: (\d+)/.exec(text)?.[1] ?? '1002';
      response.writeHead(500, {
        'content-type': 'text/plain; charset=UTF-8',
        'x-clickhouse-exception-code': code,
      });
      response.end(text);
    },
  );
});

server.keepAliveTimeout = 10_000;
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
