// Counts the visits in a journal, read line by line as the ingester reads them.

import { openJournalReader } from '@kurz/click-journal';

const READ_LINES = 100_000;

export async function linesInJournal(directory) {
  const reader = openJournalReader({ directory });
  let lines = 0;
  for (let from = await reader.begin(); ;) {
    const batch = await reader.read(from, { maxLines: READ_LINES });
    if (batch.lines.length === 0) break;
    lines += batch.lines.length;
    from = batch.to;
  }
  await reader.close();
  return lines;
}
