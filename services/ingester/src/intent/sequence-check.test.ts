import { makeSequenceCheck } from './sequence-check';

const range = (journal: string, first: number, last: number, after?: number) => ({
  journal,
  first,
  last,
  after,
});

describe('the sequence of journals in a partition', () => {
  it('is right while each message follows the one before of its journal, also after a change of hands', () => {
    const sequence = makeSequenceCheck();
    expect(sequence.pass([range('a', 0, 100), range('b', 50, 70), range('a', 100, 180, 100)])).toEqual([]);
    const next = makeSequenceCheck();
    next.load(sequence.seen());
    expect(next.pass([range('b', 70, 90, 70), range('a', 900, 950, 180)])).toEqual([]);
  });

  it('shows a message that is missing and one that comes again', () => {
    const sequence = makeSequenceCheck();
    sequence.load({ a: 100 });
    const gap = range('a', 200, 250, 150);
    expect(sequence.pass([gap])).toEqual([{ kind: 'gap', range: gap, seen: 100 }]);
    expect(sequence.pass([gap])).toEqual([{ kind: 'repeat', range: gap, seen: 250 }]);
    expect(sequence.seen()).toEqual({ a: 250 });
  });

  it('keeps within what Kafka takes as metadata, the journals that were seen last', () => {
    const sequence = makeSequenceCheck();
    for (let index = 0; index < 500; index++) sequence.pass([range(`node-${index}-worker`, 0, 2 ** 52)]);
    const seen = sequence.seen();
    expect(JSON.stringify({ to: 2 ** 52, seen }).length).toBeLessThan(3_500);
    expect(seen['node-499-worker']).toBe(2 ** 52);
    expect(Object.keys(seen).length).toBeGreaterThan(60);
  });
});
