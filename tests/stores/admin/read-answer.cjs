// Reads an answer of another shortener in its own process, and prints the result.
// node read-answer.cjs <address>

'use strict';

const { makeOutbound } = require('@kurz/outbound');
const { readJson } = require('../../../services/api/dist/imports/peers/read-json.js');

const url = new URL(process.argv[2]);
const outbound = makeOutbound({ allowed: 'any' });

readJson({ outbound, retryMs: 1 }, { url, headers: {} })
  .then(
    () => 'read',
    ({ message, reason }) => `${reason}: ${message}`,
  )
  .then((what) => {
    process.stdout.write(what);
    outbound.close();
  });
