// What a folded batch adds to the live counts. Live counts know no bots by hour; they are taken off here.

import type { LiveAddition } from '@kurz/live-clicks';
import type { FoldedLinkDay } from '../fold';

export function additionsOf(folded: readonly FoldedLinkDay[]): LiveAddition[] {
  return folded.map(({ workspaceId, linkId, day, requests, bots, qr, byHour, by }) => ({
    workspaceId,
    linkId,
    day,
    requests,
    bots,
    qr,
    humansByHour: byHour.map((hour) => hour.requests - hour.bots),
    by,
  }));
}
