// Each outcome of a request, as a value.

import type { CachedLink } from '@kurz/link-cache';
import type { LocalizedPage, Page } from './page';

/** Why a page was sent instead of a redirect; each is counted by a metric. */
export const PAGE_REASONS = [
  'unknown_host',
  'disabled_zone',
  'no_root',
  'no_such_path',
  'gone',
  'paused',
  'not_begun',
  'ended',
  'restricted',
  'unsafe',
  'locked',
  'wrong_password',
  'too_many_tries',
  'unlocked',
  'unavailable',
  'wrong_method',
  'robots',
  'favicon',
] as const;
export type PageReason = (typeof PAGE_REASONS)[number];

export const ANSWER_REASONS = [...PAGE_REASONS, 'redirect', 'root', 'after_end'] as const;
export type AnswerReason = (typeof ANSWER_REASONS)[number];

export type Answer =
  /** The only answer that is a visit. */
  | { kind: 'redirect'; link: CachedLink; isScan: boolean; variant?: number }
  | { kind: 'root'; location: string }
  /** For a link that has ended: to where its owner leads late visitors. */
  | { kind: 'after_end'; location: string }
  | { kind: 'page'; reason: PageReason; page: Page | LocalizedPage };

export const pageFor = (reason: PageReason, page: Page | LocalizedPage): Answer => ({
  kind: 'page',
  reason,
  page,
});
