import { startingPointOf } from './starting-point';

const at = (position: number) => ({ position, shipper: 'a', lasts: new Map<number, number>() });

describe('where shipping goes on', () => {
  it('is the begin of a journal that was never shipped', () => {
    expect(startingPointOf({ found: undefined, marked: undefined, begin: 512 })).toMatchObject({
      kind: 'known',
      progress: { position: 512 },
    });
  });

  it('is what Kafka says, also when the note is older or was not written before a crash', () => {
    expect(startingPointOf({ found: at(90), marked: 40, begin: 0 })).toMatchObject({ progress: at(90) });
    expect(startingPointOf({ found: at(0), marked: undefined, begin: 0 })).toMatchObject({ progress: at(0) });
  });

  it('is what Kafka says where a power cut has taken lines that were shipped', () => {
    expect(startingPointOf({ found: at(90), marked: 40, begin: 0, first: 90 })).toMatchObject({
      progress: at(90),
    });
  });

  it('is what Kafka says where a power cut has taken the note', () => {
    expect(startingPointOf({ found: at(90), marked: 'lost', begin: 0 })).toMatchObject({ progress: at(90) });
  });

  it.each([
    ['offset_gone', { found: undefined, marked: 40, begin: 0 }],
    ['offset_gone', { found: undefined, marked: 'lost', begin: 0 }],
    ['offset_behind', { found: at(39), marked: 40, begin: 0 }],
    ['journal_behind', { found: at(91), marked: 40, begin: 0, first: 90 }],
    ['other_journal', { found: at(1), marked: undefined, begin: 0 }],
  ] as const)('is refused as %s rather than guessed', (reason, facts) => {
    expect(startingPointOf(facts)).toEqual({ kind: 'refused', reason });
  });
});
