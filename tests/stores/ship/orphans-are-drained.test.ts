import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openTestKafka, type SharedKafka } from '@kurz/backends';
import { makeMetrics } from '@kurz/process';
import { startShippingThread } from '@kurz/redirector';
import { committedChunks, differenceOf } from './committed-chunks';
import { append, makeEventLog, makeShipFixture, makeTopic, visitLines } from './ship-fixture';
import { TESTED } from '../../tested-client';
import { until } from '../../until';

let kafka: SharedKafka;
let fixture: ReturnType<typeof makeShipFixture>;
const closes: (() => Promise<void>)[] = [];

const at = (...names: string[]) => path.join(fixture.root, ...names);
const isGone = (id: string) => !existsSync(at(id));

/** A journal as a dead worker leaves it. */
async function leaveBehind(id: string): Promise<string[]> {
  const writer = await fixture.openWriter(id);
  const lines = visitLines(100);
  await append(writer, lines);
  await writer.close();
  return lines;
}

/**
 * A redirector's worker ships its own journal, and drains those that it finds beside it, in the order of their names.
 */
function startWorker(topic: string) {
  mkdirSync(at('z-own'));
  const { log, events } = makeEventLog();
  const shipping = startShippingThread(
    {
      directory: at('z-own'),
      root: fixture.root,
      kafka: { brokers: kafka.brokers, clientId: 'test', client: TESTED },
      topic: kafka.own(topic),
      visitsPerSecond: 100_000,
    },
    { log, metrics: makeMetrics(), passed: () => undefined },
  );
  closes.push(() => shipping.close(0));
  return events;
}

beforeAll(async () => {
  kafka = await openTestKafka();
});
afterAll(() => kafka?.close());
beforeEach(() => {
  fixture = makeShipFixture();
});
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
  await fixture.close();
});

describe('a worker beside journals without a writer', () => {
  it('leaves a folder alone that is no journal, and says so once', async () => {
    await makeTopic(kafka.brokers, kafka.own('foreign'));
    // a copied folder of another machine, with visits that the machine has not shipped
    await leaveBehind(path.join('copied', 'other-0-abc'));
    mkdirSync(at('notes'));
    writeFileSync(at('notes', 'read-me.txt'), 'of an operator');
    writeFileSync(at('notes', 'of-a-week.journal'), 'of an operator');
    const lines = await leaveBehind('orphan');
    mkdirSync(at('unused'));
    const events = startWorker('foreign');
    await until(() => isGone('orphan') && isGone('unused'));
    expect(readdirSync(at('notes')).sort()).toEqual(['of-a-week.journal', 'read-me.txt']);
    expect(readdirSync(at('copied', 'other-0-abc')).some((name) => name.endsWith('.journal'))).toBe(true);
    expect(differenceOf(await committedChunks(kafka.brokers, kafka.own('foreign')), lines)).toEqual({
      lost: 0,
      doubled: 0,
    });
    const said = () => events.filter(({ event }) => event === 'folder_is_no_journal');
    await until(() => said().length === 2);
    expect(said().map(({ directory }) => directory)).toEqual([at('copied'), at('notes')]);
  });

  it('drains the others where one cannot be drained', async () => {
    await makeTopic(kafka.brokers, kafka.own('stuck'));
    await leaveBehind('a-damaged');
    writeFileSync(at('a-damaged', 'shipped'), 'no position');
    await leaveBehind('b-locked');
    // stands for a folder in which this process may create nothing
    mkdirSync(at('b-locked', 'lock'));
    const lines = await leaveBehind('orphan');
    const events = startWorker('stuck');
    await until(() => isGone('orphan'));
    expect(differenceOf(await committedChunks(kafka.brokers, kafka.own('stuck')), lines)).toEqual({
      lost: 0,
      doubled: 0,
    });
    expect([isGone('a-damaged'), isGone('b-locked')]).toEqual([false, false]);
    const said = events.filter(({ event }) => ['shipping_waits', 'journal_adoption_failed'].includes(event));
    expect(said.map(({ journal }) => journal)).toEqual(['a-damaged', 'b-locked']);
  });
});
