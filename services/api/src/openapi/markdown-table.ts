// A table in Markdown from its cells; nothing in a cell can end it.

const cell = (text: string) =>
  text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

/** Returns no lines when there are no rows. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [row(head), row(head.map(() => '---')), ...rows.map(row), ''];
}
