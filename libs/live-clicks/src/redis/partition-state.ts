// A partition's state in Redis as text: `epoch:position`. Readers and writers parse it here.

export type PartitionState = { epoch: string; position: number };

/** The same pattern as in the scripts. */
const STATE = /^(.+):(\d{1,15})$/s;

/** Undefined when the text is not one of ours, as if there were none. */
export function decodeState(text: string): PartitionState | undefined {
  const [, epoch, position] = STATE.exec(text) ?? [];
  return epoch === undefined ? undefined : { epoch, position: Number(position) };
}

export const encodeState = ({ epoch, position }: PartitionState) => `${epoch}:${position}`;

/** The field of a link's day that holds what this partition brought in this epoch. */
export const fieldOf = (partition: number, epoch: string) => `${partition}.${epoch}`;
