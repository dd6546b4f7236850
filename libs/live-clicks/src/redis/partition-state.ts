// A partition's state in Redis as text: `epoch:position`. The reader and the writers take it apart here.

export type PartitionState = { epoch: string; position: number };

/** @throws when the text is none of ours. */
export function decodeState(text: string): PartitionState {
  const at = text.lastIndexOf(':');
  const position = Number(text.slice(at + 1));
  if (at < 1 || !Number.isSafeInteger(position)) throw new Error(`not a partition's state: ${text}`);
  return { epoch: text.slice(0, at), position };
}

export const encodeState = ({ epoch, position }: PartitionState) => `${epoch}:${position}`;

/** The field of a link's day that holds what this partition brought in this epoch. */
export const fieldOf = (partition: number, epoch: string) => `${partition}.${epoch}`;
