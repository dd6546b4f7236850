// Writes a report's body piece by piece, because JSON.stringify of a long one would hold up every other request.

import { setImmediate as breathe } from 'node:timers/promises';
import type { Content } from '../http/route';
import type { Campaign, CampaignReport } from './campaign-report';

/** Campaigns written before other requests have their turn: 5 ms with two years of days each. */
const CAMPAIGNS_AT_A_TIME = 25;

async function piecesOf(campaigns: readonly Campaign[]): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for (let start = 0; start < campaigns.length; start += CAMPAIGNS_AT_A_TIME) {
    const some = JSON.stringify(campaigns.slice(start, start + CAMPAIGNS_AT_A_TIME)).slice(1, -1);
    pieces.push(Buffer.from((start > 0 ? ',' : '') + some));
    await breathe();
  }
  return pieces;
}

/** `{ report }` as JSON. */
export async function contentOfReport({ campaigns, ...report }: CampaignReport): Promise<Content> {
  const start = Buffer.from(`{"report":${JSON.stringify(report).slice(0, -1)}`);
  const type = 'application/json; charset=utf-8';
  if (campaigns === undefined) return { type, pieces: [start, Buffer.from('}}')] };
  return {
    type,
    pieces: [start, Buffer.from(',"campaigns":['), ...(await piecesOf(campaigns)), Buffer.from(']}}')],
  };
}
