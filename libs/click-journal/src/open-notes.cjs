// The file in which a process that a test kills notes what has happened, a line each. The kernel ends a write between two
// pages when the process is killed, so the last line may be torn: such a line is no note, and the next start removes it.

const fs = require('node:fs');

/** Opens the file for appending, and gives the whole lines that are there. */
function openNotes(path) {
  const text = fs.existsSync(path) ? fs.readFileSync(path, 'latin1') : '';
  const whole = text.lastIndexOf('\n') + 1;
  if (whole < text.length) fs.truncateSync(path, whole);
  return { notes: fs.openSync(path, 'a'), lines: text.slice(0, whole).split('\n').slice(0, -1) };
}

module.exports = { openNotes };
