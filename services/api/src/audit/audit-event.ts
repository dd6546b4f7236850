// What the audit log keeps of a change and its author: never a secret, a password, an e-mail address or data of a
// visitor.

import type { AuditAction } from './audit-action';

export type AuditActor =
  /** Without a session: a sign-up, or a password set by mail. */
  | { kind: 'user'; userId: string; sessionId?: string }
  /** `userId`: the person behind a user token. */
  | { kind: 'token'; tokenId: string; userId: string | null }
  /** `command`: its words without arguments, such as `link restrict`. */
  | { kind: 'operator'; command: string }
  /** The product itself: a first start, a loop. */
  | { kind: 'system' };

/** JSON. `old` is missing for a new value, `new` for a removed one. */
export type AuditChanges = Readonly<Record<string, { old?: unknown; new?: unknown }>>;

export type AuditEvent = {
  action: AuditAction;
  subjectId: string;
  /** What people call the subject: a short URL, a domain, the name of a token. Never a person's address. */
  subjectName?: string;
  /** Null: the event concerns the whole installation. */
  workspaceId: string | null;
  changes?: AuditChanges;
};

/** The actor of changes that no person or token made. */
export const SYSTEM: AuditActor = { kind: 'system' };

/** The fields of `after` whose values differ from those of `before`. Undefined when none does. */
export function changesBetween(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): AuditChanges | undefined {
  const differing = Object.keys(after).filter(
    (field) => after[field] !== undefined && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (differing.length === 0) return undefined;
  return Object.fromEntries(differing.map((field) => [field, { old: before[field], new: after[field] }]));
}

/** The changes of a new subject, from its fields. */
export function changesOfNew(fields: Readonly<Record<string, unknown>>): AuditChanges {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { new: value }]));
}
