// Looks for work every so often, and at once when there is some: one turn at a time.

export type PollLoop = {
  start: () => void;
  /** Looks at once; a turn that is under way looks again when it ends. Nothing before the start. */
  trigger: () => void;
  /** Whether the present turn is the last. */
  isClosed: () => boolean;
  /** Waits for the turn that is under way. */
  close: () => Promise<void>;
};

type Options = {
  everyMs: number;
  turn: () => Promise<void>;
  /** Called once for each outage: not for failures that follow one another. */
  onOutage: (error: unknown) => void;
};

export function makePollLoop({ everyMs, turn, onOutage }: Options): PollLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  let isTriggered = false;
  let isFailing = false;

  const run = async () => {
    isTriggered = false;
    try {
      await turn();
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
