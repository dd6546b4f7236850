// Jest's reporter of every test run: a line for each file with the project, how many files are done of all, and the time
// since the run began. A failed file is told in full. The ten slowest files stand at the end.

const path = require('node:path');

const SLOWEST = 10;

/** Minutes and seconds. */
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
    const slowest = [...this.files].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    process.stderr.write(
      `${this.files.length} files in ${shownTime(Date.now() - this.beganAt)}; the slowest:\n`,
    );
    for (const { file, ms } of slowest) process.stderr.write(`  ${shownTime(ms)}  ${file}\n`);
  }
}

module.exports = ProgressReporter;
