// Marks in a tree that become parts of a Helm template once the tree is YAML: expressions replace values, and whole
// lines replace keys or items.

import { dump } from 'js-yaml';

const texts = [];
const mark = (kind, text) => `KURZ${kind}${texts.push(text) - 1}X`;

/** Replaces a value: `expression('$.Values.image | quote')`. */
export const expression = (text) => mark('VALUE', `{{ ${text} }}`);

/** Replaces a key or an item by a line. `{{N}}` in it is the indent. */
const line = (text) => mark('LINE', text);

/** Entries of a map that are in the chart only when `condition` holds. */
export const entriesIf = (condition, entries) => ({
  [line(`{{- if ${condition} }}`)]: null,
  ...entries,
  [line('{{- end }}')]: null,
});

/** Further entries of a map, from a map of the values. */
export const entriesOf = (values) => linesAsKeys(yamlLines(values));

/** The entry `key` with its content from the values; left out when that is empty. */
export const entryOf = (key, values) =>
  linesAsKeys([`{{- with ${values} }}`, `${key}:`, '  {{- toYaml . | nindent {{N+2}} }}', '{{- end }}']);

/** Further items of a list, from a list of the values. */
export const itemsOf = (values) => yamlLines(values).map(line);

/** Items given as literal lines. */
export const itemLines = (...lines) => lines.map(line);

/** Entries given as literal lines. */
export const linesAsKeys = (lines) => Object.fromEntries(lines.map((text) => [line(text), null]));

const yamlLines = (values) => [`{{- with ${values} }}`, '{{- toYaml . | nindent {{N}} }}', '{{- end }}'];

/** The template's text. */
export function templateText(tree) {
  const yaml = dump(tree, { lineWidth: -1, noRefs: true, quoteStyle: 'single' });
  return yaml
    .replaceAll(/^( *)(?:- )?KURZLINE(\d+)X(?:: null)?$/gm, (_, indent, index) =>
      (indent + texts[index]).replace(
        /\{\{N(?:\+(\d+))?\}\}/,
        (_mark, more) => indent.length + Number(more ?? 0),
      ),
    )
    .replaceAll(/KURZVALUE(\d+)X/g, (_, index) => texts[index]);
}

/** Several documents, all under one condition. */
export const templateOf = (documents, condition) => {
  const text = documents.map(templateText).join('---\n');
  return condition ? `{{- if ${condition} }}\n${text}{{- end }}\n` : text;
};
