// What the lane prints: a line for each case with its time, and at the end `N passed, N failed, N skipped`.

const secondsOf = (ms) => `${(ms / 1_000).toFixed(1).padStart(6)} s`;
const indented = (text) => text.replace(/^/gm, '    ');

/**
 * `run` runs the cases of a chain, `{ title, work }`, in order. After the first failure it prints the text of `explain`
 * and skips the rest of the chain. A text that `work` returns is printed beside the title.
 */
export function makeReport() {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const begin = Date.now();

  function skip(cases, reason) {
    for (const { title } of cases) console.log(`skipped           ${title}: ${reason}`);
    counts.skipped += cases.length;
  }

  async function runOne({ title, work }) {
    const start = Date.now();
    try {
      const said = await work();
      console.log(`passed  ${secondsOf(Date.now() - start)}  ${title}${said ? `: ${said}` : ''}`);
      counts.passed += 1;
      return true;
    } catch (error) {
      console.log(`failed  ${secondsOf(Date.now() - start)}  ${title}`);
      console.log(indented(error instanceof Error ? (error.stack ?? error.message) : String(error)));
      counts.failed += 1;
      return false;
    }
  }

  async function run(cases, explain) {
    for (const [index, one] of cases.entries()) {
      if (await runOne(one)) continue;
      console.log(indented(await explain()));
      skip(cases.slice(index + 1), `“${one.title}” failed`);
      return false;
    }
    return true;
  }

  /** The last line. Gives the exit code. */
  function end() {
    console.log(`in ${secondsOf(Date.now() - begin).trim()}`);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
    return counts.failed > 0 ? 1 : 0;
  }

  return { run, skip, end };
}
