// A person without a mouse: presses keys and checks the focus after each one. A step fails when the focus is lost,
// hidden or not drawn.

import type { Page } from 'playwright-core';

type Focus = { name: string; fault?: string };

/** The name of the focused element, and what is wrong with it. */
const FOCUS = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return { name: '', fault: 'nothing has the focus' };
  const labels = at.labels ? [...at.labels].map((label) => label.textContent) : [];
  const heading = at.getAttribute('aria-labelledby');
  const name = [
    at.getAttribute('aria-label'),
    heading && document.getElementById(heading)?.textContent,
    ...labels,
    at.textContent,
  ].find((text) => text) ?? '';
  const named = name.replace(/\\s+/g, ' ').trim();
  // where a page begins it may hold the focus unseen: nothing was chosen yet
  if (at.matches('main, h1, h2, dialog')) return { name: named };
  const { top, left, width, height } = at.getBoundingClientRect();
  const style = getComputedStyle(at);
  const isDrawn = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const isItem = at.matches('[role^="menuitem"]');
  if (width === 0 || height === 0) return { name: named, fault: 'what has the focus is not shown' };
  if (left + width <= 0 || top + height <= 0 || left >= innerWidth || top >= innerHeight)
    return { name: named, fault: 'what has the focus is outside of the window' };
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  if (over && !at.contains(over) && !over.contains(at)) return { name: named, fault: 'covered by ' + over.outerHTML.slice(0, 80) };
  return isDrawn || isItem ? { name: named } : { name: named, fault: 'the focus is not drawn' };
})()`;

const MAX_TABS = 80;

export type Hands = {
  press: (...keys: string[]) => Promise<void>;
  /** Types into the focused element. */
  type: (text: string) => Promise<void>;
  /** Presses Tab until the focused element has this name. */
  tabTo: (name: string | RegExp) => Promise<void>;
  /** The name of the focused element. */
  at: () => Promise<string>;
};

export function handsOn(page: Page): Hands {
  const look = async (after: string): Promise<string> => {
    const { name, fault } = await page.evaluate<Focus>(FOCUS);
    if (fault) throw new Error(`after ${after}: ${fault} (${name})`);
    return name;
  };
  /** A step may need an answer. Waits until the focus is somewhere again. */
  const settle = async (after: string) => {
    const end = Date.now() + 60_000;
    for (;;) {
      try {
        return await look(after);
      } catch (error) {
        if (Date.now() > end) throw error;
        await page.waitForTimeout(50);
      }
    }
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await settle(key);
    }
  };
  return {
    press,
    type: (text) => page.keyboard.type(text),
    at: () => settle('a look'),
    tabTo: async (name) => {
      const passed: string[] = [];
      for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
        await page.keyboard.press('Tab');
        // after the last control the focus is in the browser itself; the next Tab returns to the page
        const at = await look('Tab').catch((error: Error) => {
          if (error.message.includes('nothing has the focus')) return '';
          throw error;
        });
        if (typeof name === 'string' ? at === name : name.test(at)) return;
        passed.push(at);
      }
      throw new Error(`Tab does not reach ${String(name)}, but ${passed.join(' | ')}`);
    },
  };
}
