// Finds the titles of the tests in a file's source, as jest prints them: `describe › test`. Tests that are skipped, or
// whose title is no plain text, have none.

import ts from 'typescript';

const TEST = /^(?:test|it)(?:\.each)?$/;
const DESCRIBE = /^describe(?:\.each)?$/;
const SKIPPED = /^x(?:it|test|describe)\b|\.(?:skip|todo)\b/;

/** `test`, and `test.each` for the call that a table makes. */
function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee)) return `${nameOf(callee.expression)}.${callee.name.text}`;
  const isTable = ts.isCallExpression(callee) && nameOf(callee.expression).endsWith('.each');
  return isTable ? nameOf(callee.expression) : '';
}

export function titlesOf(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node, above: readonly string[]): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (!ts.isCallExpression(node) || !title || !ts.isStringLiteralLike(title)) {
      return ts.forEachChild(node, (child) => visit(child, above));
    }
    const name = nameOf(node.expression);
    if (SKIPPED.test(name)) return;
    if (TEST.test(name)) titles.push([...above, title.text].join(' › '));
    const within = DESCRIBE.test(name) ? [...above, title.text] : above;
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(ts.createSourceFile('tests.ts', source, ts.ScriptTarget.ES2022, true), []);
  return titles;
}
