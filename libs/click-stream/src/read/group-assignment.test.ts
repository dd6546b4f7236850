import assigner from 'kafkajs/src/consumer/assignerProtocol';
import { assignInTurn, decodeAssignment, encodeAssignment, encodeSubscription } from './group-assignment';

describe('what members of a group tell each other', () => {
  it('is read by kafkajs as it was meant', () => {
    const { MemberAssignment, MemberMetadata } = assigner;
    expect(MemberMetadata.decode(encodeSubscription('clicks')).topics).toEqual(['clicks']);
    expect(MemberAssignment.decode(encodeAssignment('clicks', [0, 3])).assignment).toEqual({
      clicks: [0, 3],
    });
  });

  it('is understood as kafkajs writes it', () => {
    const assignment = { other: [1], clicks: [2, 11] };
    const bytes = assigner.MemberAssignment.encode({ version: 0, assignment });
    expect(decodeAssignment(bytes, 'clicks')).toEqual([2, 11]);
  });

  it('is nothing for a member beyond the number of partitions', () => {
    expect(decodeAssignment(Buffer.alloc(0), 'clicks')).toEqual([]);
    expect(decodeAssignment(encodeAssignment('clicks', []), 'clicks')).toEqual([]);
  });
});

it('gives partitions in turn, in the order of the ids', () => {
  expect(assignInTurn(['b', 'c', 'a'], 7)).toEqual(
    new Map([
      ['a', [0, 3, 6]],
      ['b', [1, 4]],
      ['c', [2, 5]],
    ]),
  );
});
