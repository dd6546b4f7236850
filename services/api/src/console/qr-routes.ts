// The QR code of a link as an image with a URL. It holds the link's scan address, never its destination, so that it
// stays true when the destination changes.

import { createHash } from 'node:crypto';
import type { Db } from '@kurz/database';
import { inkRowsOf, levelOf, makeQrCode, svgOf, type QrDesign } from '@kurz/qr';
import { makeFairSemaphore } from '@kurz/resilience';
import { refuse } from '../errors/refusal';
import type { ConsoleOutcome, ConsoleRequest, WorkspaceRoute } from '../http/console-route';
import { answer, answerWith, type Content } from '../http/route';
import { addressOf } from '../links/address-of';
import { isKnown } from '../links/entity-tag';
import { findLink } from '../links/find-link';
import { pngOf } from '../qr/png-of';
import { readQrDesign } from '../qr/read-qr-design';
import { consolePaths } from './console-paths';

type Form = 'svg' | 'png';

/** A PNG of 4,096 pixels takes a core for 0.16 s, and one of the four threads that check passwords as well. */
const DRAWINGS = {
  permits: 2,
  permitsPerKey: 1,
  queueLength: 100,
  queueLengthPerKey: 16,
  maxWaitMs: 5_000,
};

const TAG_CHARACTERS = 22;

/** The copy may be cached, but is revalidated each time, because the link may be gone. */
const CACHING = { 'Cache-Control': 'private, no-cache', Vary: 'Cookie' };

async function contentOf(form: Form, text: string, design: QrDesign): Promise<Content> {
  const code = makeQrCode(text, levelOf(design));
  if (form === 'svg')
    return { type: 'image/svg+xml; charset=utf-8', pieces: [Buffer.from(svgOf(code, design, text))] };
  return { type: 'image/png', pieces: [await pngOf(inkRowsOf(code, design), design)] };
}

export function makeQrRoutes({ db }: { db: Db }): WorkspaceRoute[] {
  const runDrawing = makeFairSemaphore(DRAWINGS);

  async function draw(form: Form, request: ConsoleRequest): Promise<ConsoleOutcome> {
    const { params, query, workspace, user, headers, isSecure } = request;
    const named = addressOf({ params, query, actor: { workspace } });
    if (named.kind === 'refused') return named;
    const read = readQrDesign(query);
    if (read.kind === 'refused') return read;
    const link = await findLink(db, named.address);
    if (!link) return refuse('NOT_FOUND');
    const text = `${isSecure ? 'https' : 'http'}://${link.zone_domain}/q/${link.slug}`;
    const facts = JSON.stringify([form, text, read.design]);
    const digest = createHash('sha256').update(facts).digest('base64url').slice(0, TAG_CHARACTERS);
    const about = { ...CACHING, ETag: `"${digest}"` };
    if (isKnown(headers['if-none-match'], about.ETag)) return answer(304, undefined, about);
    const work = () => contentOf(form, text, read.design);
    const content = await (form === 'svg' ? work() : runDrawing([workspace.id, user.id], work));
    return answerWith(200, content, about);
  }

  return (['svg', 'png'] as const).map((form) => ({
    method: 'GET',
    path: form === 'svg' ? consolePaths.urlQrSvg : consolePaths.urlQrPng,
    access: { role: 'viewer' },
    isWrite: false,
    handle: (request) => draw(form, request),
  }));
}
