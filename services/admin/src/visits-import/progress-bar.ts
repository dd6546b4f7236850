// A progress bar on a terminal; on any other output one line per tenth.

export type ProgressBar = { show: (label: string, done: number, of: number) => void; end: () => void };

const WIDTH = 30;
const EVERY_MS = 100;

export type ProgressOutput = { isTTY?: boolean; write: (text: string) => unknown };

/** Draws on `output`, at most ten times a second. */
export function makeProgressBar(output: ProgressOutput, now: () => number = Date.now): ProgressBar {
  let drawnAt = -Infinity;
  let drawn = '';
  const draw = (text: string) => {
    if (text === drawn) return;
    drawn = text;
    output.write(output.isTTY ? `\r${text}\u001b[K` : `${text}\n`);
  };
  return {
    show: (label, done, of) => {
      const share = of === 0 ? 1 : Math.min(1, done / of);
      const percent = Math.floor(share * 100);
      if (!output.isTTY) return draw(`${label} ${percent - (percent % 10)} %`);
      if (share < 1 && now() - drawnAt < EVERY_MS) return;
      drawnAt = now();
      const full = Math.round(share * WIDTH);
      draw(`${label} [${'='.repeat(full)}${' '.repeat(WIDTH - full)}] ${percent} %`);
    },
    end: () => {
      if (output.isTTY && drawn !== '') output.write('\n');
      drawn = '';
    },
  };
}
