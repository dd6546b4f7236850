// Lets so many through at once and so many wait; whoever comes after that is turned away.

export type Gate = {
  run: <T>(call: () => Promise<T>) => Promise<{ kind: 'ran'; value: T } | { kind: 'full' }>;
};

export function makeGate(limits: { parallel: number; waiting: number }): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];

  const leave = () => {
    const next = waiting.shift();
    // the place passes on, so nobody who comes now gets in between
    if (next) next();
    else running--;
  };

  return {
    run: async (call) => {
      if (running < limits.parallel) running++;
      else if (waiting.length >= limits.waiting) return { kind: 'full' };
      else await new Promise<void>((enter) => waiting.push(enter));
      try {
        return { kind: 'ran', value: await call() };
      } finally {
        leave();
      }
    },
  };
}
