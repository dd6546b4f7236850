// Prints what the quiet tenant felt, kind by kind: medians of the rounds.

const medianOf = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const quantileOf = (times, part) => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? NaN;
};
const shown = (ms) => ms.toFixed(1).padStart(8);

export function printTenants(rounds, { seconds }) {
  const kinds = ['all', ...new Set(rounds[0].quiet.map(({ kind }) => kind))];
  console.log(
    `\n${rounds.length} rounds of ${seconds} s alone and ${seconds} s beside the greedy tenant; ms`,
  );
  console.log('kind     p50 alone  beside  ratio   p99 alone  beside  ratio');
  for (const kind of kinds) {
    const of = (answers, part) =>
      quantileOf(
        answers.filter((one) => kind === 'all' || one.kind === kind).map(({ ms }) => ms),
        part,
      );
    const cells = [0.5, 0.99].map((part) => {
      const alone = medianOf(rounds.map(({ quiet }) => of(quiet, part)));
      const beside = medianOf(rounds.map((round) => of(round.beside, part)));
      return `${shown(alone)}${shown(beside)}${(beside / alone).toFixed(2).padStart(7)}`;
    });
    console.log(`${kind.padEnd(8)}${cells.join('    ')}`);
  }
  const refused = rounds
    .flatMap(({ beside }) => beside)
    .filter(({ status }) => status < 200 || status >= 400);
  const counted = rounds.flatMap(({ beside }) => beside).length;
  const statuses = [...new Set(refused.map(({ status }) => status))].join(', ');
  console.log(`refused to the quiet tenant: ${refused.length} of ${counted} ${statuses}(to reach: 0)`);
  console.log(`what the greedy tenant read: ${JSON.stringify(rounds.map(({ asked }) => asked))}`);
  const { now, peak } = rounds.at(-1).memory;
  console.log(`memory of the API: ${now.toFixed(0)} MB, ${peak.toFixed(0)} MB at most (to reach: < 300 MB)`);
}
