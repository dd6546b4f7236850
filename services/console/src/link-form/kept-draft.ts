// A new link that was not saved yet, kept while the browser's tab lives: closing the form or reloading loses nothing.

import { EMPTY_DRAFT, type LinkDraft } from './link-draft';

const nameOf = (workspace: string) => `kurz.new-link.${workspace}`;

const isDraft = (value: unknown): value is LinkDraft =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(EMPTY_DRAFT).every(
    (field) => typeof Object.entries(value).find(([name]) => name === field)?.[1] === 'string',
  );

export function readKeptDraft(workspace: string): LinkDraft | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(nameOf(workspace)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined: nothing is kept any more. */
export function keepDraft(workspace: string, draft: LinkDraft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(nameOf(workspace), JSON.stringify(draft));
    else sessionStorage.removeItem(nameOf(workspace));
  } catch {
    // storage is off or full: the draft lasts as long as the form
  }
}
