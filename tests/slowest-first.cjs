// The order of a test run: slowest files first, so that no long file is left for the end while the other workers are
// idle. durations.json holds the seconds of the slow files; the rest follow by size.

'use strict';

const { statSync } = require('node:fs');
const path = require('node:path');
const seconds = require('./durations.json');

const ROOT = path.join(__dirname, '..');

class SlowestFirst {
  sort(tests) {
    const weighed = tests.map((test) => {
      const file = path.relative(ROOT, test.path).split(path.sep).join('/');
      return { test, seconds: seconds[file] ?? 0, size: statSync(test.path).size };
    });
    return weighed.sort((a, b) => b.seconds - a.seconds || b.size - a.size).map(({ test }) => test);
  }

  /** Jest also asks for shards and earlier failures; there are none. */
  shard(tests) {
    return tests;
  }

  allFailedTests() {
    return [];
  }

  cacheResults() {}
}

module.exports = SlowestFirst;
