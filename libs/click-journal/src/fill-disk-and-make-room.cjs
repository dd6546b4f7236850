// Run by the full-disk test in a place with little room, with a journal's directory: appends until visits are dropped,
// makes room, appends until lines are written again. Prints what it saw as JSON.

const fs = require('node:fs');
const { join } = require('node:path');
const { setImmediate } = require('node:timers');
const { makeMetrics } = require('@kurz/process');
const { openJournalWriter } = require('../dist');

const [directory] = process.argv.slice(2);
const MAX_TURNS = 20_000;

async function main() {
  fs.mkdirSync(directory, { recursive: true });
  const filler = join(directory, 'filler');
  fs.writeFileSync(filler, Buffer.alloc(60_000));
  const events = [];
  const note = (fields) => events.push(fields.event);
  const log = { debug: note, info: note, warn: note, error: note };
  const metrics = makeMetrics();
  const writer = await openJournalWriter({ directory }, { log, metrics });
  const dropped = async () => {
    const counts = [...(await metrics.text()).matchAll(/^kurz_journal_dropped_visits_total\{.*\} (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  let appended = 0;
  let answered = 0;
  const appendTurn = () =>
    new Promise((resolve) => {
      for (let line = 0; line < 10; line++)
        writer.append(`${appended++}\t${'x'.repeat(200)}`, () => answered++);
      setImmediate(resolve);
    });
  for (let turn = 0; turn < MAX_TURNS && (await dropped()) === 0; turn++) await appendTurn();
  for (let turn = 0; turn < 20; turn++) await appendTurn();
  const droppedWhenFull = await dropped();
  fs.rmSync(filler);
  for (let turn = 0; turn < 20; turn++) await appendTurn();
  await writer.close();
  console.log(JSON.stringify({ appended, answered, dropped: await dropped(), droppedWhenFull, events }));
}

void main();
