// The shapes of the journal: an append-only file of checksummed lines, cut into segments, addressed by byte offset. A
// position is an offset in the whole journal. It only grows, also over restarts, and is never given out twice. Each
// start leaves a gap of 512 MiB or more before its first line, so the difference of two positions says nothing about
// the bytes between them.

/** The lines of one read, and the range of positions that they span. */
export type JournalBatch = {
  from: number;
  /** Position after the last line (and after skipped damage): the `from` of the next read. */
  to: number;
  /** The payloads, in order. */
  lines: string[];
  /** Damaged lines passed over. */
  skipped: number;
};

export type ReadLimits = {
  /** Most lines in the batch. */
  maxLines: number;
  /** Read exactly up to this position (a plan's `to`) instead of as far as the journal reaches. */
  to?: number;
};

/** Reads lines of a journal that may still be written by another object or process. */
export type JournalReader = {
  /** At most `maxLines` whole lines from `from` on; empty (`to` = `from`) when none is there yet. */
  read: (from: number, limits: ReadLimits) => Promise<JournalBatch>;
  /** Position where the oldest kept segment begins. */
  begin: () => Promise<number>;
  close: () => Promise<void>;
};

/** Writes lines; one per directory at a time. */
export type JournalWriter = {
  /**
   * Queues one payload (Latin-1 characters, no line break). All payloads of one event-loop turn go out in a single
   * write; then, in order, each `written` is called. `written` is called also when the line had to be dropped
   * (disk limit, write error): a redirect never waits for analytics.
   */
  append: (payload: string, written: () => void) => void;
  /**
   * Flushes to the disk (fdatasync); resolves with the position up to which lines survive a power cut. Rejects when the
   * disk refuses, and claims those lines only after they have been written and flushed again.
   */
  sync: () => Promise<number>;
  /** Where the first line of this start goes: behind all that earlier starts can have written in this directory. */
  firstPosition: number;
  /** Position after the last written line. */
  end: () => number;
  /** Calls `listener` after each written group; returns a function that unsubscribes it. */
  onWritten: (listener: () => void) => () => void;
  /** Removes segments that end at or before `position`. */
  dropBefore: (position: number) => Promise<void>;
  /** Writes what is queued, syncs, closes. */
  close: () => Promise<void>;
};
