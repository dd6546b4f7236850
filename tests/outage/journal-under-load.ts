// For outage tests of shipping: a journal that is written all the time, and all lines that were written to it.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openJournalWriter } from '@kurz/click-journal';
import { makeMetrics, silentLog } from '@kurz/process';
import { visitLines } from '../stores/ship/ship-fixture';

const TICK_MS = 20;
const SEGMENT_BYTES = 512 * 1024;

/** `linesPerTick` visits every 20 ms until `stop`; 10 are about 500 visits/s. */
export async function startJournalUnderLoad(id: string, linesPerTick = 10) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'kurz-outage-ship-'));
  const directory = path.join(root, id);
  const options = { directory, segmentBytes: SEGMENT_BYTES };
  const writer = await openJournalWriter(options, { log: silentLog, metrics: makeMetrics() });
  const lines: string[] = [];
  const timer = setInterval(() => {
    for (const line of visitLines(linesPerTick, lines.length)) {
      lines.push(line);
      writer.append(line, () => undefined);
    }
  }, TICK_MS);
  return {
    directory,
    writer,
    /** All written lines; complete after `stop`. */
    lines,
    /** Resolves with the position after the last line. */
    stop: async (): Promise<number> => {
      clearInterval(timer);
      await writer.sync();
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      return writer.end();
    },
    close: async () => {
      clearInterval(timer);
      await writer.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
