// The order of a test run: the slowest files first, so that no long one is left for the end, when the other workers have
// nothing more to do. durations.json holds the seconds of the slow ones; the rest follows by size.

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

  /** Jest's other questions: there are no shards, and no memory of earlier runs. */
  shard(tests) {
    return tests;
  }

  allFailedTests() {
    return [];
  }

  cacheResults() {}
}

module.exports = SlowestFirst;
