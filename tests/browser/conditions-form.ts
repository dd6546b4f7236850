// The form of a link with its section of conditions, in a browser.

import type { Page } from 'playwright-core';
import { handsOn } from './hands';
import type { OpenedConsole } from './open-console';

/** Opens the form of a link that exists. */
export async function openLinkForm(world: OpenedConsole, slug: string) {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links`);
  const row = page.getByRole('row', { name: new RegExp(`/${slug} `) });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  const rule = (number: number) => form.getByRole('group', { name: `Rule ${number}`, exact: true });
  const save = async () => {
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
  };
  return { page, close, form, rule, save };
}

/** Adds a rule with one condition by keyboard; the focus is then at its first field. */
export async function addRule(page: Page, kind: string): Promise<void> {
  const { tabTo, press, type, at } = handsOn(page);
  await tabTo('Add a rule');
  await press('Enter');
  expect(await at()).toMatch(/^Condition/);
  await type(kind);
  await tabTo('Add');
  await press('Enter');
}
