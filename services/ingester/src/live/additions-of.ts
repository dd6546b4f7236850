// What a folded batch adds to the live counts. Live counts know no bots by hour; they are taken off here.

import type { LiveAddition } from '@kurz/live-clicks';
import type { FoldedLinkDay } from '../fold';

export function additionsOf(folded: readonly FoldedLinkDay[]): LiveAddition[] {
  return folded.map(({ workspaceId, linkId, day, requests, bots, qr, byHour, by }) => {
    const humansByHour = new Array<number>(24).fill(0);
    for (const counts of byHour) humansByHour[counts.hour] = counts.requests - counts.bots;
    return { workspaceId, linkId, day, requests, bots, qr, humansByHour, by };
  });
}
