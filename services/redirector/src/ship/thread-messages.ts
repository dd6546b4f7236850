// The messages between the answering thread and the shipping thread.

import type { KafkaOptions } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { Backlog } from './measure-backlog';
import type { ShipState } from './ship-report';

/** The thread's options, given at its start. */
export type ThreadOptions = {
  /** The journal that this worker writes; its name is the journal's id. */
  directory: string;
  /** Where journals of dead workers may lie; undefined: only the worker's own journal is shipped. */
  root: string | undefined;
  kafka: KafkaOptions;
  topic: string;
  /**
   * The position of this worker's first line; undefined for a restarted thread, because the one before may have shipped
   * some.
   */
  firstPosition: number | undefined;
  lingerMs: number;
  /** At this pace a backlog is shipped. */
  visitsPerSecond: number;
  /** Priority below the thread that answers, as `nice` has it. */
  niceness: number;
};

export type ToThread = { kind: 'close'; flushWithinMs: number };

export type ThreadReport = ShipState & { backlog: Backlog; drainedVisits: number };

export type FromThread =
  | { kind: 'log'; level: keyof Log; fields: object }
  | { kind: 'report'; report: ThreadReport }
  | { kind: 'passed'; position: number }
  | { kind: 'closed' };
