// Run by the kill test with a journal's directory, a file for acknowledgements and a prefix: appends lines endlessly
// and notes each one in the file when its answer is released. The note is a write of its own, which outlives this
// process.

const fs = require('node:fs');
const { setImmediate } = require('node:timers');
const { makeMetrics, silentLog } = require('@kurz/process');
const { openJournalWriter } = require('../dist');
const { openNotes } = require('./open-notes.cjs');

const [directory, notesPath, prefix] = process.argv.slice(2);

async function main() {
  const options = { directory, segmentBytes: 30_000 };
  const writer = await openJournalWriter(options, { log: silentLog, metrics: makeMetrics() });
  const { notes } = openNotes(notesPath);
  let count = 0;
  const appendSome = () => {
    for (let line = 0; line < 20; line++) {
      const payload = `${prefix}-${count++}\t${'x'.repeat(count % 300)}`;
      writer.append(payload, () => fs.writeSync(notes, `${payload}\n`));
    }
    setImmediate(appendSome);
  };
  appendSome();
}

void main();
