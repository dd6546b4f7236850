// Renders the documentation from Markdown as one HTML page that loads nothing but its style sheet.

import { escapeHtml } from '@kurz/process';
import { Marked } from 'marked';

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

/** Content that may be wider than its column scrolls, and the keyboard can scroll only elements that it can focus. */
const scrollable = (label: string) => `tabindex="0" role="group" aria-label="${label}"`;

type Heading = { depth: number; text: string };

export function docsPage(markdown: string, { stylePath }: { stylePath: string }): string {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        headings.push({ depth, text });
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      code: ({ text }) => `<pre ${scrollable('Example')}><code>${escapeHtml(text)}\n</code></pre>\n`,
      html: ({ text }) => escapeHtml(text),
    },
  });
  const body = marked
    .parse(markdown, { async: false })
    .replaceAll('<table>', `<div class="wide" ${scrollable('Table')}><table>`)
    .replaceAll('</table>', '</table></div>');
  const entries = headings
    .filter(({ depth }) => depth > 1)
    .map(
      ({ depth, text }) =>
        `<li class="level-${depth}"><a href="#${anchorOf(text)}">${escapeHtml(text)}</a></li>`,
    );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(headings[0]?.text ?? '')}</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<nav aria-label="Contents"><p><a href="/v1/openapi.json">openapi.json</a></p>
<ul>
${entries.join('\n')}
</ul></nav>
<main>
${body}</main>
</body>
</html>
`;
}
