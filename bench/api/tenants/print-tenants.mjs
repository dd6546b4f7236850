// Prints the quiet tenant's latencies by kind, as medians of the rounds, and finds what fails the run.

const MAX_MEMORY_MB = 300;
/** The highest ratio of the p99 of all kinds beside the greedy tenant to the p99 alone. */
const MAX_RATIO = 2;

const medianOf = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const quantileOf = (times, part) => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? NaN;
};
const shown = (ms) => ms.toFixed(1).padStart(8);

/** Quantiles alone and beside the greedy tenant, for one kind or for `all` together. */
function compared(rounds, kind, part) {
  const of = (answers) =>
    quantileOf(
      answers.filter((one) => kind === 'all' || one.kind === kind).map(({ ms }) => ms),
      part,
    );
  const alone = medianOf(rounds.map(({ quiet }) => of(quiet)));
  const beside = medianOf(rounds.map((round) => of(round.beside)));
  return { alone, beside, ratio: beside / alone };
}

const isRefused = ({ status }) => status < 200 || status >= 400;
const refusedOf = (rounds) => rounds.flatMap(({ quiet, beside }) => [...quiet, ...beside]).filter(isRefused);
/** The peak covers the process's whole life. */
const peakOf = (rounds) => Math.max(...rounds.map(({ memory }) => memory.peak));

export function printTenants(rounds, { seconds }) {
  const kinds = ['all', ...new Set(rounds[0].quiet.map(({ kind }) => kind))];
  console.log(
    `\n${rounds.length} rounds of ${seconds} s alone and ${seconds} s beside the greedy tenant; ms`,
  );
  console.log('kind     p50 alone  beside  ratio   p99 alone  beside  ratio');
  for (const kind of kinds) {
    const cells = [0.5, 0.99].map((part) => {
      const { alone, beside, ratio } = compared(rounds, kind, part);
      return `${shown(alone)}${shown(beside)}${ratio.toFixed(2).padStart(7)}`;
    });
    console.log(`${kind.padEnd(8)}${cells.join('    ')}`);
  }
  const { ratio } = compared(rounds, 'all', 0.99);
  const isReached = ratio <= MAX_RATIO;
  console.log(
    `p99 of all beside / alone: ${ratio.toFixed(2)} (to reach: <= ${MAX_RATIO}): ${isReached ? 'REACHED' : 'NOT REACHED'}`,
  );
  const refused = refusedOf(rounds);
  const counted = rounds.flatMap(({ quiet, beside }) => [...quiet, ...beside]).length;
  const statuses = [...new Set(refused.map(({ kind, status }) => `${kind} ${status}`))].join(', ');
  console.log(`refused to the quiet tenant: ${refused.length} of ${counted} ${statuses} (to reach: 0)`);
  console.log(`what the greedy tenant read: ${JSON.stringify(rounds.map(({ asked }) => asked))}`);
  const { now } = rounds.at(-1).memory;
  console.log(
    `memory of the API: ${now.toFixed(0)} MB, ${peakOf(rounds).toFixed(0)} MB at most (to reach: < ${MAX_MEMORY_MB} MB)`,
  );
}

/** What fails the run. The ratio does not, because it depends on the machine and its noise. */
export function faultsOf(rounds) {
  const faults = [];
  const refused = refusedOf(rounds).length;
  if (refused > 0) faults.push(`the quiet tenant was refused ${refused} requests`);
  const peak = peakOf(rounds);
  if (peak >= MAX_MEMORY_MB) faults.push(`the API held ${peak.toFixed(0)} MB`);
  return faults;
}
