// A cookie between the two steps of a sign-in: it names the person whose password was right. It grants nothing without
// the second factor, and expires after ten minutes or with a new password.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@kurz/process';
import type { KeyRing } from '../access/key-ring';

export const TICKET_SECONDS = 10 * 60;

/** `passwordHash`: the hash that the person had then; null when there was none. */
export type TicketHolder = { userId: string; passwordHash: string | null };

export type SignInTickets = {
  make: (holder: TicketHolder) => string;
  /** The id of the person whom the ticket names. Only `isOf` checks that it is true. */
  claimOf: (ticket: string | undefined) => string | undefined;
  isOf: (ticket: string | undefined, holder: TicketHolder) => boolean;
};

const SHAPE = /^1\.(usr_[0-9A-Za-z]{1,64})\.(\d{10,11})\.([\w-]{43})$/;

export function makeSignInTickets(deps: { clock: Clock }, { keys }: { keys: KeyRing }): SignInTickets {
  const seconds = () => Math.floor(deps.clock.now() / 1_000);
  const macOf = ({ userId, passwordHash }: TicketHolder, issuedAt: number, key: Buffer) =>
    createHmac('sha256', key)
      .update(JSON.stringify(['1', userId, issuedAt, passwordHash]))
      .digest();
  return {
    make: (holder) => {
      const issuedAt = seconds();
      return ['1', holder.userId, issuedAt, macOf(holder, issuedAt, keys[0]).toString('base64url')].join('.');
    },
    claimOf: (ticket) => SHAPE.exec(ticket ?? '')?.[1],
    isOf: (ticket, holder) => {
      const [, userId, issued, mac = ''] = SHAPE.exec(ticket ?? '') ?? [];
      const issuedAt = Number(issued);
      if (userId !== holder.userId || !(issuedAt + TICKET_SECONDS > seconds())) return false;
      const given = Buffer.from(mac, 'base64url');
      return keys.some((key) => timingSafeEqual(given, macOf(holder, issuedAt, key)));
    },
  };
}
