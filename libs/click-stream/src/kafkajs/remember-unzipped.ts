// The groups of one ingester read the same batches, mostly at about the same time: what the first has unzipped is handed
// to the others as long as any of them holds messages of it, which are views of those bytes. Nothing is held for that but
// the zipped bytes, a quarter of the others; whoever comes when all have let go unzips again.

type Unzip = (bytes: Buffer) => Buffer;
type Remembered = { bytes: Buffer; memory: WeakRef<ArrayBufferLike>; offset: number; length: number };

/** CRC and length of the content, with which gzip ends. */
const TRAILER_BYTES = 8;

const nameOf = (bytes: Buffer): string =>
  `${bytes.length} ${bytes.toString('latin1', Math.max(0, bytes.length - TRAILER_BYTES))}`;

/** `mostBytes`: how many zipped bytes are remembered, of the batches that came last. */
export function rememberUnzipped(unzip: Unzip, mostBytes: number): Unzip {
  const known = new Map<string, Remembered>();
  let held = 0;

  const forget = (name: string, { bytes }: Remembered) => {
    known.delete(name);
    held -= bytes.length;
  };
  const remember = (name: string, one: Remembered) => {
    const before = known.get(name);
    if (before) forget(name, before);
    known.set(name, one);
    held += one.bytes.length;
    for (const [oldest, old] of known) {
      if (held <= mostBytes && old.memory.deref()) break;
      forget(oldest, old);
    }
  };

  return (bytes) => {
    const name = nameOf(bytes);
    const found = known.get(name);
    const memory = found?.bytes.equals(bytes) ? found.memory.deref() : undefined;
    if (found && memory) return Buffer.from(memory, found.offset, found.length);
    const unzipped = unzip(bytes);
    const { buffer, byteOffset, length } = unzipped;
    // a copy: the bytes are a view of all that the broker has answered
    remember(name, { bytes: Buffer.from(bytes), memory: new WeakRef(buffer), offset: byteOffset, length });
    return unzipped;
  };
}
