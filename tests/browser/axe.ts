// axe-core in a page: what breaks the accessibility rules of WCAG 2.2 AA and the best practices.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; help: string; nodes: { html: string }[] };

/** One line for each rule that is broken, with the first elements; empty: none. */
export async function violationsOf(page: Page): Promise<string[]> {
  // evaluated by the debugger, which the page's content security policy does not bind
  await page.evaluate(SOURCE);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html)
        .join(' | ')}`,
  );
}

/** Whether the page as a whole is wider than the window. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
