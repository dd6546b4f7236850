import { makeClickShards, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { makeMetrics, silentLog, type Log } from '@kurz/process';
import { makeAskAnalytics } from './ask-analytics';

const CONFIG = {
  waitMs: 50,
  longWaitMs: 400,
  breaker: { failures: 3, probeEveryMs: 60_000, probeWaitMs: 1_000 },
};

describe('asking ClickHouse', () => {
  let clickHouse: ClickHouse;

  beforeAll(() => {
    // nothing listens there, and nothing is sent
    clickHouse = openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' });
  });
  afterAll(() => clickHouse.close());

  const askOf = (shards: number, config: { longWaitMs?: number } = {}, log: Log = silentLog) => {
    const all: [ClickHouse, ...ClickHouse[]] = [
      clickHouse,
      ...Array<ClickHouse>(shards - 1).fill(clickHouse),
    ];
    const numberOf = (workspaceId: string) => Promise.resolve(Number(workspaceId));
    const deps = { shards: makeClickShards(all, numberOf), log, metrics: makeMetrics() };
    return makeAskAnalytics(deps, { ...CONFIG, ...config }).askAnalytics;
  };
  const ask = (config: { longWaitMs?: number } = {}) => {
    const askAnalytics = askOf(1, config);
    return (read: () => Promise<string>, question: { isLong?: boolean } = {}) =>
      askAnalytics(read, { workspaceId: '0', ...question });
  };
  const answers = () => Promise.resolve('answer');
  const fails = () => Promise.reject(new Error('away'));
  const neverAnswers = () => new Promise<string>(() => undefined);

  it('gives what was read, and nothing when that fails or takes too long', async () => {
    const asking = ask();
    expect(await asking(answers)).toBe('answer');
    expect(await asking(fails)).toBeUndefined();
    expect(await asking(neverAnswers)).toBeUndefined();
  });

  it('stops for everybody after three failures in a row', async () => {
    const asking = ask();
    for (const read of [fails, fails, answers, fails, fails, neverAnswers]) await asking(read);
    const read = jest.fn(answers);
    expect(await asking(read)).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
  });

  it('stops for everybody after one question without an answer', async () => {
    const asking = ask();
    await asking(neverAnswers);
    expect(await asking(answers)).toBeUndefined();
  });

  it('waits longer for a long question, with a limit', async () => {
    const asking = ask({ longWaitMs: 60_000 });
    let give: (text: string) => void = () => {};
    const long = asking(() => new Promise<string>((resolve) => (give = resolve)), { isLong: true });
    // takes as long as the wait for a short question
    expect(await ask()(neverAnswers)).toBeUndefined();
    give('answer');
    expect(await long).toBe('answer');
    expect(await ask({ longWaitMs: 100 })(neverAnswers, { isLong: true })).toBeUndefined();
  });

  it('goes on for others when long questions fail, and is not asked a long one either once it has stopped', async () => {
    const asking = ask();
    for (let time = 0; time < 5; time++) expect(await asking(fails, { isLong: true })).toBeUndefined();
    expect(await asking(answers)).toBe('answer');
    for (let time = 0; time < 3; time++) await asking(fails);
    expect(await asking(answers, { isLong: true })).toBeUndefined();
  });

  it('stops for the workspaces of one shard, and goes on for those of another', async () => {
    const asking = askOf(2);
    for (let time = 0; time < 3; time++) await asking(fails, { workspaceId: '1' });
    expect(await asking(answers, { workspaceId: '1' })).toBeUndefined();
    expect(await asking(answers, { workspaceId: '0' })).toBe('answer');
    expect(await asking(answers, { workspaceId: '2' })).toBeUndefined();
  });

  it('names a shard by its place from 1 on, as the admin command does', async () => {
    const lines: object[] = [];
    const note = (line: object) => void lines.push(line);
    const asking = askOf(2, {}, { ...silentLog, warn: note, error: note });
    for (const workspaceId of ['1', '1', '1', '2']) await asking(fails, { workspaceId });
    const away = { event: 'clickhouse_away', shard: 2, error: 'away' };
    expect(lines).toEqual([
      away,
      away,
      { event: 'store_away', store: 'clickhouse shard 2', reason: 'away' },
      away,
      { event: 'clickhouse_shard_unknown', shard: 3 },
    ]);
  });
});
