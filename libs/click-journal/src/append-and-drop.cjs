// Run by the roll test with a journal's directory, a file for acknowledgements, a file for consumed lines, and a
// prefix. Endlessly appends lines, consumes them (noted as `position line line …` in one write) and drops each segment
// at once.

const fs = require('node:fs');
const { setImmediate } = require('node:timers');
const { makeMetrics, silentLog } = require('@kurz/process');
const { openJournalReader, openJournalWriter } = require('../dist');
const { openNotes } = require('./open-notes.cjs');

const [directory, acknowledgedPath, consumedPath, prefix] = process.argv.slice(2);

async function main() {
  const options = { directory, rollAfterMs: 0 };
  const writer = await openJournalWriter(options, { log: silentLog, metrics: makeMetrics() });
  const reader = openJournalReader({ directory });
  const { notes: acknowledged } = openNotes(acknowledgedPath);
  const { notes: consumed, lines: known } = openNotes(consumedPath);
  let position = Number((known.at(-1) ?? '0').split(' ')[0]);
  let count = 0;

  const append = () => {
    for (let line = 0; line < 5; line++) {
      const payload = `${prefix}-${count++}`;
      writer.append(payload, () => fs.writeSync(acknowledged, `${payload}\n`));
    }
    setImmediate(append);
  };
  append();
  for (;;) {
    const { to, lines } = await reader.read(position, { maxLines: 50 });
    if (lines.length > 0) fs.writeSync(consumed, `${[to, ...lines].join(' ')}\n`);
    position = to;
    await writer.dropBefore(position);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

void main();
