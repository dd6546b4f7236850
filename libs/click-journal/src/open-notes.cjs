// The file in which a process that a test kills notes its events, one per line. When the process is killed, the kernel
// may end a write between two pages, so the last line may be torn. The next start removes a torn line.

const fs = require('node:fs');

/** Opens the file for appending, and returns the whole lines that it holds. */
function openNotes(path) {
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'latin1') : '';
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) fs.truncateSync(path, whole);
  return { notes: fs.openSync(path, 'a'), lines: text.slice(0, whole).split('\n').slice(0, -1) };
}

module.exports = { openNotes };
