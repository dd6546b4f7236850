// A list as a person reads it in a terminal: a heading and aligned columns.

type Row = Readonly<Record<string, string>>;

/** Lines of the table; `nothing` when there are no rows. Every row has the first one's columns. */
export function tableOf(rows: readonly Row[], nothing: string): string {
  const [first] = rows;
  if (!first) return nothing;
  const names = Object.keys(first);
  const heading = Object.fromEntries(names.map((name) => [name, name.toUpperCase()]));
  const all = [heading, ...rows];
  const widths = names.map((name) => Math.max(...all.map((row) => (row[name] ?? '').length)));
  return all
    .map((row) => names.map((name, column) => (row[name] ?? '').padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
