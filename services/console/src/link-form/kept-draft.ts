// The draft of a new link that is not saved yet.

import { keep, readKept } from '../browser/kept';
import { EMPTY_DRAFT, type LinkDraft } from './link-draft';

const nameOf = (workspace: string) => `new-link.${workspace}`;

const isDraft = (value: unknown): value is LinkDraft => {
  if (typeof value !== 'object' || value === null) return false;
  const texts = new Map<string, unknown>(Object.entries(value));
  return Object.keys(EMPTY_DRAFT).every((field) => typeof texts.get(field) === 'string');
};

export function readKeptDraft(workspace: string): LinkDraft | undefined {
  try {
    const value: unknown = JSON.parse(readKept(nameOf(workspace)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the draft without its password. Undefined removes the kept draft. */
export const keepDraft = (workspace: string, draft: LinkDraft | undefined): void =>
  keep(nameOf(workspace), draft ? JSON.stringify({ ...draft, password: '' }) : '');
