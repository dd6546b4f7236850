import { drillOf } from './drill-of';

const part = (source: string, medium: string, humans: number, linkCount = 1) => ({
  group: { campaign: 'spring', source, medium, linkCount, linkIds: '' },
  clicks: { humans, qr: 0, humansByDay: [] },
});

describe('the drill of a campaign', () => {
  it('has the most clicked first, and what is equal by source and medium', () => {
    const parts = [
      part('b', '', 1),
      part('a', 'y', 1),
      part('a', 'x', 1),
      part('c', 'z', 2),
      part('', '', 1),
    ];
    expect(drillOf(parts, 10).map(({ source, medium }) => source + medium)).toEqual([
      'cz',
      '',
      'ax',
      'ay',
      'b',
    ]);
  });

  it('folds what is past the most into ~other, so that links and clicks still sum up', () => {
    const parts = [part('a', 'x', 5), part('b', 'x', 4, 2), part('c', 'x', 3, 3), part('d', 'x', 2, 4)];
    expect(drillOf(parts, 4)).toHaveLength(4);
    expect(drillOf(parts, 3)).toEqual([
      { source: 'a', medium: 'x', linkCount: 1, humanClicks: 5 },
      { source: '~other', medium: '~other', linkCount: 7, humanClicks: 5 },
      { source: 'b', medium: 'x', linkCount: 2, humanClicks: 4 },
    ]);
  });
});
