// Jest's reporter of every test run. Prints a line per file with its project, the number of files done, and the time
// since the run began; prints a failed file in full. When KURZ_TEST_DURATIONS names a file (tests/durations.json), the
// seconds of the slow files are kept there.

const { readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** A file that takes less time is not kept. */
const KEPT_MS = 4_000;

/** Replaces what is stored about these files. */
function keepDurations(durations, files) {
  const known = new Map(Object.entries(JSON.parse(readFileSync(durations, 'utf8'))));
  for (const { file, ms } of files) {
    if (ms < KEPT_MS) known.delete(file);
    else known.set(file, Math.round(ms / 1_000));
  }
  const sorted = [...known].sort(([, a], [, b]) => b - a);
  writeFileSync(durations, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

/** Minutes and seconds, as `m:ss`. */
function shownTime(ms) {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

class ProgressReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.files = [];
  }

  onRunStart({ numTotalTestSuites }) {
    this.beganAt = Date.now();
    this.total = numTotalTestSuites;
  }

  onTestResult({ context }, result) {
    const { displayName, rootDir } = context.config;
    const project = displayName?.name ?? 'tests';
    const file = path.relative(rootDir, result.testFilePath);
    const ms = result.perfStats.runtime;
    const hasFailed = result.numFailingTests > 0 || result.testExecError !== undefined;
    this.files.push({ file, ms });
    const done = `${this.files.length} of ${this.total}`;
    const took = `${(ms / 1_000).toFixed(1)} s`;
    const verdict = hasFailed ? 'FAIL' : 'PASS';
    process.stderr.write(
      `${shownTime(Date.now() - this.beganAt)}  ${done}  ${verdict} ${project} ${file} (${took})\n`,
    );
    for (const { message } of result.console ?? []) process.stderr.write(`    ${message}\n`);
    if (hasFailed) process.stderr.write(`${result.failureMessage ?? ''}\n`);
  }

  onRunComplete() {
    process.stderr.write(`${this.files.length} files in ${shownTime(Date.now() - this.beganAt)}\n`);
    const durations = process.env.KURZ_TEST_DURATIONS;
    if (durations) keepDurations(durations, this.files);
  }
}

module.exports = ProgressReporter;
