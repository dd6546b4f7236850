// Looks for work at an interval, and at once when it is triggered; one poll at a time.

export type PollLoop = {
  start: () => void;
  /** Looks at once; during a poll, when that poll ends. Does nothing before `start`. */
  trigger: () => void;
  /** True after `close`: the present poll is the last. */
  isClosed: () => boolean;
  /** Waits for the poll in progress. */
  close: () => Promise<void>;
};

type Options = {
  everyMs: number;
  poll: () => Promise<void>;
  /** Called once per outage: for the first of several failures in a row. */
  onOutage: (error: unknown) => void;
};

export function makePollLoop({ everyMs, poll, onOutage }: Options): PollLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let isTriggered = false;
  let isFailing = false;

  const run = async () => {
    isTriggered = false;
    try {
      await poll();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !isClosed) onOutage(error);
      isFailing = true;
    }
    running = undefined;
    schedule(isTriggered ? 0 : everyMs);
  };

  const schedule = (ms: number) => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => {
      running = run();
    }, ms);
  };

  return {
    start: () => {
      if (!timer) schedule(everyMs);
    },
    trigger: () => {
      isTriggered = true;
      if (timer && !running) schedule(0);
    },
    isClosed: () => isClosed,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
