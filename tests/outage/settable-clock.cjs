// Loaded into each service of a test before its own code: its wall clock, and only that, is off by the milliseconds that
// the file TEST_CLOCK_FILE says. Timers and the monotonic clock go on, as they do when an operator sets a clock.

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
