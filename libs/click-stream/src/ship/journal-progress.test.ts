import { offsetOf, progressOf, type JournalProgress } from './journal-progress';

const answerTo = (progress: JournalProgress) => [offsetOf('t', 'j', progress)];

describe('how far a journal is shipped', () => {
  it('comes back from Kafka as it was committed', () => {
    const progress = {
      position: 4711,
      shipper: 'me',
      lasts: new Map([
        [0, 4_000],
        [11, 4_711],
      ]),
      heartbeat: { until: 1_795_000_000_000, at: 1_795_000_001_000, isAtRest: false },
    };
    expect(progressOf(answerTo(progress))).toEqual(progress);
  });

  it('says nothing of the time when an earlier release committed it', () => {
    const progress = { position: 4711, shipper: 'me', lasts: new Map([[0, 4_000]]) };
    expect(progressOf(answerTo(progress))).toEqual(progress);
  });

  it('is not known when the group has no offset', () => {
    expect(progressOf([{ partition: 0, offset: -1, metadata: '' }])).toBeUndefined();
    expect(progressOf([])).toBeUndefined();
  });

  it('is a position alone when an operator has set it', () => {
    const set = [{ partition: 0, offset: 12, metadata: '' }];
    expect(progressOf(set)).toEqual({ position: 12, shipper: '', lasts: new Map() });
  });

  it('stays within what Kafka takes beside an offset, and keeps the newest of a thousand partitions', () => {
    const lasts = new Map(Array.from({ length: 1_000 }, (_, partition) => [partition, 1e12 + partition]));
    const answer = answerTo({ position: 2e12, shipper: 'me', lasts });
    expect(answer[0]?.metadata.length).toBeLessThan(4_096);
    const back = progressOf(answer);
    expect(back?.lasts.get(999)).toBe(1e12 + 999);
    expect(back?.lasts.size).toBeGreaterThan(50);
  });
});
