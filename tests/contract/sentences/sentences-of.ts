// Splits the contract's text into its sentences, to be compared with the table of tests. Input: Markdown.
// A heading, a row of a table and each sentence of a paragraph or list item is one.

export type Sentence = {
  /** `<section>#<place in it>`; the heading has place 0, the text before section 1 is section 0. */
  id: string;
  /** Markdown, on one line; the cells of a row are separated by ` | `. */
  text: string;
};

const HEADING = /^#+ (?:(\d+(?:\.\d+)*)\.? )?/;
const LIST_ITEM = /^\s*(?:[-*]|\d+\.) /;
const TABLE_RULE = /^\|[\s|:-]+\|$/;

/** A full stop ends a sentence when a capital, a quoted name, or a field's or query's lower-case name follows. */
const SENTENCE_END = /(?<=[.!?]\)?) (?=[A-Z`(]|from |hits |q )/;

const cellsOf = (row: string) =>
  row
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim())
    .join(' | ');

/** The first row of a table names its columns and is no sentence; the row of dashes below it gives it away. */
function piecesOf(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    if (!line.startsWith('|')) return line.replace(LIST_ITEM, '').trim().split(SENTENCE_END);
    const isHeader = TABLE_RULE.test(lines[index + 1] ?? '');
    return isHeader || TABLE_RULE.test(line) ? [] : [cellsOf(line)];
  });
}

/** Throws when two sections have one number. */
export function sentencesOf(markdown: string): Sentence[] {
  const sections = new Map<string, string[]>();
  let section = '0';
  for (const line of markdown.split('\n').filter((text) => text.trim() !== '')) {
    const [found, number = '0'] = HEADING.exec(line) ?? [];
    if (found !== undefined) {
      if (sections.has(number)) throw new Error(`two sections have the number ${number}`);
      section = number;
      sections.set(section, [line.slice(found.length)]);
    } else sections.get(section)?.push(line);
  }
  return [...sections].flatMap(([number, [heading = '', ...lines]]) =>
    [heading, ...piecesOf(lines)].map((text, place) => ({ id: `${number}#${place}`, text })),
  );
}
