// What group members tell each other through Kafka: the topic that each reads and the partitions that each gets. The
// format is that of kafkajs and Kafka's own consumers, so that members with either client may be in one group.

export const ASSIGNER = 'RoundRobinAssigner';
const VERSION = 0;

const int16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([int16(bytes.length), bytes]);
};
const list = (items: Buffer[]) => Buffer.concat([int32(items.length), ...items]);
const NO_USER_DATA = int32(0);

export const encodeSubscription = (topic: string) =>
  Buffer.concat([int16(VERSION), list([text(topic)]), NO_USER_DATA]);

export const encodeAssignment = (topic: string, partitions: readonly number[]) =>
  Buffer.concat([
    int16(VERSION),
    list([Buffer.concat([text(topic), list(partitions.map(int32))])]),
    NO_USER_DATA,
  ]);

/** The partitions of `topic`; none for an empty assignment. */
export function decodeAssignment(bytes: Buffer, topic: string): number[] {
  if (bytes.length === 0) return [];
  let at = 2;
  const readInt32 = () => {
    at += 4;
    return bytes.readInt32BE(at - 4);
  };
  const readText = () => {
    const length = bytes.readInt16BE(at);
    at += 2 + length;
    return bytes.toString('utf8', at - length, at);
  };
  const assigned: number[] = [];
  for (let topics = readInt32(); topics > 0; topics--) {
    const name = readText();
    for (let left = readInt32(); left > 0; left--) {
      const partition = readInt32();
      if (name === topic) assigned.push(partition);
    }
  }
  return assigned;
}

/** Round-robin in the order of the members' ids, as kafkajs assigns. */
export function assignInTurn(members: readonly string[], partitions: number): Map<string, number[]> {
  const sorted = [...members].sort();
  return new Map(
    sorted.map((member, turn) => [
      member,
      Array.from({ length: partitions }, (_, partition) => partition).filter(
        (partition) => partition % sorted.length === turn,
      ),
    ]),
  );
}
