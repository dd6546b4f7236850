// A partition's state in Redis as text: `epoch:position`. The reader and the writers take it apart here.

export type PartitionState = { epoch: string; position: number };

/** As the scripts read it. */
const STATE = /^(.+):(\d{1,15})$/s;

/** Undefined when the text is none of ours: it says as little as none. */
export function decodeState(text: string): PartitionState | undefined {
  const [, epoch, position] = STATE.exec(text) ?? [];
  return epoch === undefined ? undefined : { epoch, position: Number(position) };
}

export const encodeState = ({ epoch, position }: PartitionState) => `${epoch}:${position}`;

/** The field of a link's day that holds what this partition brought in this epoch. */
export const fieldOf = (partition: number, epoch: string) => `${partition}.${epoch}`;
