import { makeClickShards, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { makeMetrics, silentLog, type Log } from '@kurz/process';
import { makeQueryAnalytics } from './query-analytics';

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

  const makeQueryOf = (shards: number, config: { longWaitMs?: number } = {}, log: Log = silentLog) => {
    const all: [ClickHouse, ...ClickHouse[]] = [
      clickHouse,
      ...Array<ClickHouse>(shards - 1).fill(clickHouse),
    ];
    const numberOf = (workspaceId: string) => Promise.resolve(Number(workspaceId));
    const deps = { shards: makeClickShards(all, numberOf), log, metrics: makeMetrics() };
    return makeQueryAnalytics(deps, { ...CONFIG, ...config }).queryAnalytics;
  };
  const makeQuery = (config: { longWaitMs?: number } = {}) => {
    const queryAnalytics = makeQueryOf(1, config);
    return (read: () => Promise<string>, question: { isLong?: boolean } = {}) =>
      queryAnalytics(read, { workspaceId: '0', ...question });
  };
  const answers = () => Promise.resolve('answer');
  const fails = () => Promise.reject(new Error('away'));
  const neverAnswers = () => new Promise<string>(() => undefined);

  it('gives what was read, and nothing when that fails or takes too long', async () => {
    const query = makeQuery();
    expect(await query(answers)).toBe('answer');
    expect(await query(fails)).toBeUndefined();
    expect(await query(neverAnswers)).toBeUndefined();
  });

  it('stops for everybody after three failures in a row', async () => {
    const query = makeQuery();
    for (const read of [fails, fails, answers, fails, fails, neverAnswers]) await query(read);
    const read = jest.fn(answers);
    expect(await query(read)).toBeUndefined();
    expect(read).not.toHaveBeenCalled();
  });

  it('stops for everybody after one question without an answer', async () => {
    const query = makeQuery();
    await query(neverAnswers);
    expect(await query(answers)).toBeUndefined();
  });

  it('waits longer for a long question, with a limit', async () => {
    const query = makeQuery({ longWaitMs: 60_000 });
    let give: (text: string) => void = () => {};
    const long = query(() => new Promise<string>((resolve) => (give = resolve)), { isLong: true });
    // takes as long as the wait for a short question
    expect(await makeQuery()(neverAnswers)).toBeUndefined();
    give('answer');
    expect(await long).toBe('answer');
    expect(await makeQuery({ longWaitMs: 100 })(neverAnswers, { isLong: true })).toBeUndefined();
  });

  it('goes on for others when long questions fail, and is not asked a long one either once it has stopped', async () => {
    const query = makeQuery();
    for (let time = 0; time < 5; time++) expect(await query(fails, { isLong: true })).toBeUndefined();
    expect(await query(answers)).toBe('answer');
    for (let time = 0; time < 3; time++) await query(fails);
    expect(await query(answers, { isLong: true })).toBeUndefined();
  });

  it('stops for the workspaces of one shard, and goes on for those of another', async () => {
    const query = makeQueryOf(2);
    for (let time = 0; time < 3; time++) await query(fails, { workspaceId: '1' });
    expect(await query(answers, { workspaceId: '1' })).toBeUndefined();
    expect(await query(answers, { workspaceId: '0' })).toBe('answer');
    expect(await query(answers, { workspaceId: '2' })).toBeUndefined();
  });

  it('names a shard by its place from 1 on, as the admin command does', async () => {
    const lines: object[] = [];
    const note = (line: object) => void lines.push(line);
    const query = makeQueryOf(2, {}, { ...silentLog, warn: note, error: note });
    for (const workspaceId of ['1', '1', '1', '2']) await query(fails, { workspaceId });
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
