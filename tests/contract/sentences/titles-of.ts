// Finds the titles of the tests in a file's source, as jest prints them: `describe › test`. A title that is computed
// is given as its code. Skipped tests have none.

import ts from 'typescript';

const TEST = /^(?:test|it)(?:\.each)?$/;
const DESCRIBE = /^describe(?:\.each)?$/;
const SKIPPED = /^x(?:it|test|describe)\b|\.(?:skip|todo)\b/;

/** The called name: `test`, or `test.each` for a call with a table. */
function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee)) return `${nameOf(callee.expression)}.${callee.name.text}`;
  return ts.isCallExpression(callee) && isTable(callee) ? nameOf(callee.expression) : '';
}

const textOf = (title: ts.Expression) =>
  ts.isStringLiteralLike(title) ? title.text : title.getText().replaceAll(/\s+/g, ' ');

/** The call `test.each(table)`, whose outcome is called with the title. */
const isTable = (call: ts.CallExpression) =>
  ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'each';

export function titlesOf(source: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node, above: readonly string[]): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (!ts.isCallExpression(node) || !title || isTable(node))
      return ts.forEachChild(node, (child) => visit(child, above));
    const name = nameOf(node.expression);
    if (SKIPPED.test(name)) return;
    if (TEST.test(name)) titles.push([...above, textOf(title)].join(' › '));
    const within = DESCRIBE.test(name) ? [...above, textOf(title)] : above;
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(ts.createSourceFile('tests.ts', source, ts.ScriptTarget.ES2022, true), []);
  return titles;
}
