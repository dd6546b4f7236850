// Preloaded into each service of a test: shifts its wall clock by the milliseconds in the file TEST_CLOCK_FILE. Timers
// and the monotonic clock go on, as they do when an operator sets a clock.

'use strict';

const { readFileSync } = require('node:fs');
const { performance } = require('node:perf_hooks');

const LOOK_EVERY_MS = 100;
const file = process.env.TEST_CLOCK_FILE;
const RealDate = Date;
let offset = 0;
let lookAt = 0;

function now() {
  const monotonic = performance.now();
  if (monotonic >= lookAt) {
    lookAt = monotonic + LOOK_EVERY_MS;
    offset = Number(readFileSync(file, 'utf8'));
  }
  return RealDate.now() + offset;
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
