// Runs axe-core in a page, with the rules of WCAG 2.2 AA and the best practices; measures what axe does not see.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

type Violation = { id: string; help: string; nodes: { html: string }[] };
type Options = {
  resultTypes: string[];
  runOnly?: string[];
  rules?: Record<string, { enabled: boolean }>;
};
type Axe = {
  run: (options: Options) => Promise<{ violations: Violation[] }>;
};

/** The rules whose outcome depends on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

export type Rules = 'all' | 'of colours' | 'but of colours';

const OPTIONS: Record<Rules, Partial<Options>> = {
  all: {},
  'of colours': { runOnly: OF_COLOURS },
  'but of colours': { rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])) },
};

/** One line per violated rule, with its first three elements; empty when no rule is violated. */
export async function violationsOf(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // evaluated by the debugger, which the page's content security policy does not bind
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (options) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    return (await axe.run({ resultTypes: ['violations'], ...options })).violations;
  }, OPTIONS[rules]);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html)
        .join(' | ')}`,
  );
}

/** Whether the page as a whole is wider than the window, or what a dialog holds wider than the dialog. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(`[document.documentElement, ...document.querySelectorAll('dialog[open]')]
    .some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)`);

const SMALL_TARGETS = `(() => {
  const MIN_SIZE = 24;
  const MIN_ON_PHONES = 44;
  const controls = 'a[href], button, input, select, textarea, summary, [role^="menuitem"], [role="option"]';
  const isLarge = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width >= MIN_SIZE - 0.5 && height >= MIN_SIZE - 0.5;
  };
  const isHidden = (element) =>
    !element.checkVisibility({ visibilityProperty: true }) || element.getBoundingClientRect().width <= 1;
  const isInText = (element) => element.tagName === 'A' && getComputedStyle(element).display === 'inline';
  const isLabelLarge = (element) => element.closest('label') !== null && isLarge(element.closest('label'));
  const small = [...document.querySelectorAll(controls)]
    .filter((element) => !isHidden(element) && !isLarge(element) && !isInText(element) && !isLabelLarge(element))
    .map((element) => 'target of under ' + MIN_SIZE + ' px: ' + element.outerHTML.slice(0, 160));
  if (innerWidth > 480) return small;
  const main = '.button, .menu-item, select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color])';
  return small.concat([...document.querySelectorAll(main)].filter((element) => !isHidden(element)).flatMap((element) => {
    const isLow = element.getBoundingClientRect().height < MIN_ON_PHONES - 0.5;
    const hasSmallLetters = element.matches('input, select, textarea') && parseFloat(getComputedStyle(element).fontSize) < 16;
    const html = element.outerHTML.slice(0, 160);
    return [...(isLow ? ['lower than a finger: ' + html] : []), ...(hasSmallLetters ? ['a phone zooms in on it: ' + html] : [])];
  }));
})()`;

/**
 * Targets that a finger may miss: controls under 24 × 24 CSS pixels (WCAG 2.5.8), except links within a sentence and
 * controls within a large enough label. In a phone's window main controls need a height of 44 px, and fields a font
 * size of at least 16 px, because phones zoom in on smaller letters.
 */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(SMALL_TARGETS);

const BROKEN_NUMBERS = `[...document.querySelectorAll('td.number')].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
}).map((cell) => 'a number on two lines: ' + cell.textContent)`;

/** Table cells whose number takes more than one line. */
export const brokenNumbers = (page: Page): Promise<string[]> => page.evaluate(BROKEN_NUMBERS);
