import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { claimJournal, lockJournal } from '@kurz/click-journal';
import { silentLog } from '@kurz/process';
import { drainJournal } from '@kurz/redirector';
import { committedChunks, differenceOf } from './committed-chunks';
import { append, makeShipFixture, makeTopic, visitLines } from './ship-fixture';
import { openTestedClient } from '../../tested-client';

let kafka: SharedKafka;
let fixture: ReturnType<typeof makeShipFixture>;

const drain = (id: string, topic: string) => {
  const client = openTestedClient(kafka.brokers);
  const directory = path.join(fixture.root, id);
  return drainJournal({ kafka: client, log: silentLog }, { directory, topic: kafka.own(topic) });
};

/** A journal as a dead worker leaves it. */
async function leftBehind(id: string, topic: string, count = 5_000): Promise<string[]> {
  await makeTopic(kafka.brokers, kafka.own(topic));
  const writer = await fixture.openWriter(id, 200_000);
  const lines = visitLines(count);
  for (let from = 0; from < count; from += 500) await append(writer, lines.slice(from, from + 500));
  await writer.close();
  return lines;
}

const segmentsOf = (id: string) =>
  readdirSync(path.join(fixture.root, id))
    .filter((name) => name.endsWith('.journal'))
    .map((name) => path.join(fixture.root, id, name));

beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(() => kafka?.close());
beforeEach(() => {
  fixture = makeShipFixture();
});
afterEach(() => fixture.close());

describe('draining a journal', () => {
  it('ships all of it once and takes it away', async () => {
    const lines = await leftBehind('whole', 'whole');
    expect(await drain('whole', 'whole')).toEqual({ kind: 'drained', visits: 5_000, damaged: 0 });
    expect(readdirSync(fixture.root)).toEqual([]);
    expect(await drain('whole', 'whole')).toEqual({ kind: 'gone' });
    expect(differenceOf(await committedChunks(kafka.brokers, kafka.own('whole')), lines)).toEqual({
      lost: 0,
      doubled: 0,
    });
  });

  it('ships every whole line of a journal with a torn tail and counts the torn one', async () => {
    const lines = await leftBehind('torn', 'torn');
    appendFileSync(segmentsOf('torn').at(-1) ?? '', '0badc0de1\t17950000');
    expect(await drain('torn', 'torn')).toEqual({ kind: 'drained', visits: 5_000, damaged: 1 });
    expect(differenceOf(await committedChunks(kafka.brokers, kafka.own('torn')), lines)).toEqual({
      lost: 0,
      doubled: 0,
    });
  });

  it('passes over a damaged line in the middle, counts it and ships all others', async () => {
    const lines = await leftBehind('flipped', 'flipped');
    const file = segmentsOf('flipped')[1] ?? '';
    const bytes = readFileSync(file);
    bytes[300] = (bytes[300] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    expect(await drain('flipped', 'flipped')).toEqual({ kind: 'drained', visits: 4_999, damaged: 1 });
    const difference = differenceOf(await committedChunks(kafka.brokers, kafka.own('flipped')), lines);
    expect(difference).toEqual({ lost: 1, doubled: 0 });
  });

  it('ends where the journal itself cannot be read, and says why', async () => {
    await leftBehind('unmarked', 'unmarked', 10);
    writeFileSync(path.join(fixture.root, 'unmarked', 'shipped'), 'no position');
    const outcome = await drain('unmarked', 'unmarked');
    expect(outcome.kind).toBe('unfinished');
    expect('error' in outcome && String(outcome.error)).toMatch(
      /shipped is damaged: it must hold one position/,
    );
    expect(segmentsOf('unmarked')).toHaveLength(1);
  });

  it('leaves a journal alone that a living process holds, also while that is stopped', async () => {
    await leftBehind('node-1-held', 'held', 10);
    const script = `require(${JSON.stringify(path.resolve('libs/click-journal/dist'))})
      .claimJournal({ root: ${JSON.stringify(fixture.root)}, node: 'node-1' })
      .then(({ id }) => { console.log(id); setInterval(() => undefined, 1000); })`;
    const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const printed: unknown[] = await once(holder.stdout, 'data');
      expect(String(printed[0]).trim()).toBe('node-1-held');
      expect(await drain('node-1-held', 'held')).toEqual({ kind: 'held' });
      holder.kill('SIGSTOP');
      expect(await drain('node-1-held', 'held')).toEqual({ kind: 'held' });
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    expect(await drain('node-1-held', 'held')).toEqual({ kind: 'drained', visits: 10, damaged: 0 });
    expect(existsSync(path.join(fixture.root, 'node-1-held'))).toBe(false);
  });
});

describe('claiming a journal', () => {
  it('gives a worker the journal of a dead one of its node, each to one only, and new ones beyond', async () => {
    const claims = await Promise.all(
      [1, 2, 3].map(() => claimJournal({ root: fixture.root, node: 'pod 1' })),
    );
    expect(new Set(claims.map(({ id }) => id)).size).toBe(3);
    expect(claims.every(({ id }) => /^pod-1-[0-9A-Za-z]{8}$/.test(id))).toBe(true);
    expect((await lockJournal(claims[0]?.directory ?? '')).kind).toBe('held');
    claims[1]?.release();
    const again = await claimJournal({ root: fixture.root, node: 'pod 1' });
    expect(again.id).toBe(claims[1]?.id);
    const other = await claimJournal({ root: fixture.root, node: 'other' });
    expect(other.id.startsWith('other-')).toBe(true);
    for (const claim of [claims[0], claims[2], again, other]) claim?.release();
  });

  it('takes no folder for one that holds other things, whatever its name', async () => {
    const notes = path.join(fixture.root, 'pod-1-notes');
    mkdirSync(notes);
    writeFileSync(path.join(notes, 'read-me.txt'), 'of an operator');
    const claimed = await claimJournal({ root: fixture.root, node: 'pod-1' });
    expect(claimed.id).toMatch(/^pod-1-[0-9A-Za-z]{8}$/);
    expect(readdirSync(notes)).toEqual(['read-me.txt']);
    claimed.release();
  });
});
