// Chooses the moments at which a counting process is to be killed, from the trace of a run without a kill. strace kills
// at the start of a call, before it has any effect.

import path from 'node:path';
import { ifLong } from './long-tests';
import { tracedCallsIn, WRITING_CALLS, type TracedCall } from './traced-call';

export type KillMoment = {
  /** Names the moment in the message of a failed test. */
  name: string;
  /** The next start sees the effect of the call. Other calls write files that are not read before a rename. */
  isDecisive: boolean;
  /** Whether it is tried in this run. */
  isTried: boolean;
  /** The arguments of strace, for a process with its files in `folder`. */
  strace: (folder: string) => string[];
};

/** One in so many calls that are not decisive is tried; each run tries others. */
export const STRIDE = ifLong(5, 16);
/** The same for calls of the main thread. */
export const STRIDE_OF_MAIN = ifLong(1, 3);
const FIRST = Math.floor(Math.random() * STRIDE);

export const TRACE_ALL = [
  '-f',
  '-qq',
  '-y',
  '-s',
  '0',
  '--seccomp-bpf',
  '-e',
  `trace=${WRITING_CALLS.join(',')}`,
];

const kill = (call: string, nth: number) => ['-e', `inject=${call}:signal=SIGKILL:when=${nth}`];

/** Calls on the plan's file and folder, renames, and calls on folders: by these a part of ClickHouse appears. */
const isDecisive = ({ name, path: file }: TracedCall) =>
  name.startsWith('rename') || file.includes('/ingester/') || !path.basename(file).includes('.');

function momentOfFile(call: TracedCall, folder: string): KillMoment {
  const { name, nth } = call;
  const file = call.path.slice(folder.length);
  return {
    name: `${name} ${nth} of ${file}`,
    isDecisive: isDecisive(call),
    isTried: true,
    // no --seccomp-bpf: strace 6.1 then sees a call of the main thread, but does not kill at it
    strace: (place) => ['-f', '-qq', '-P', `${place}${file}`, '-e', `trace=${name}`, ...kill(name, nth)],
  };
}

/** Only writes to sockets: a write that wakes another thread changes nothing that outlives the process. */
const TO_SOCKET = /^\d+ +\w+\(\d+<(?:socket|TCP|UNIX)/;

/** Nothing has changed before this call. The moments of file calls include a kill at it. */
const FIRST_PLAN = '/ingester/plan-0.json.tmp';
/** The thread that prints the sums. */
const PRINTS = /^(\d+) +write\(1</m;

/** Calls of the main thread alone, which speaks to PostgreSQL: from the first plan until the sums are printed. */
function momentsOfMainThread(trace: string): KillMoment[] {
  const main = PRINTS.exec(trace)?.[1] ?? '';
  const lines = trace.split('\n');
  const first = lines.findIndex((line) => line.includes(FIRST_PLAN));
  const last = lines.findIndex((line) => PRINTS.test(line));
  return ['write', 'writev'].flatMap((call) => {
    // strace pads the number of a process
    const calls = lines
      .map((line, at) => ({ line, isChange: at > first && at < last }))
      .filter(({ line }) => line.replace(/ +/, ' ').startsWith(`${main} ${call}(`));
    return calls.flatMap(({ line, isChange }, index): KillMoment[] => {
      const nth = index + 1;
      const moment: KillMoment = {
        name: `${call} ${nth} of the main thread`,
        // the number of writes varies a little with the number of concurrent queries to PostgreSQL
        isDecisive: false,
        isTried: nth % STRIDE_OF_MAIN === FIRST % STRIDE_OF_MAIN,
        strace: () => ['-qq', '-e', `trace=${call}`, ...kill(call, nth)],
      };
      return isChange && TO_SOCKET.test(line) ? [moment] : [];
    });
  });
}

/** Excludes ClickHouse's check for a case-sensitive disk, whose file has another name in each start. */
const isRepeatable = (call: TracedCall) => !call.path.includes('case_sensitivity_check');

/** Every call that writes below the folder, in their order. */
export const momentsOfFiles = (trace: string, folder: string): KillMoment[] =>
  tracedCallsIn(trace, folder)
    .filter(isRepeatable)
    .map((call) => momentOfFile(call, folder));

export function killMomentsIn(trace: string, folder: string): KillMoment[] {
  const ofFiles = momentsOfFiles(trace, folder);
  const decisive = ofFiles.filter((moment) => moment.isDecisive);
  const others = ofFiles
    .filter((moment) => !moment.isDecisive)
    .filter((_, index) => index % STRIDE === FIRST);
  return [...decisive, ...others, ...momentsOfMainThread(trace)];
}
