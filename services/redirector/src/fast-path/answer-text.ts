// The bytes of an answer as the fallback sends them, header by header, as one Latin-1 text.

import { STATUS_CODES } from 'node:http';
import type { Clock } from '@kurz/process';
import type { Page } from '../answer/page';

export type AnswerText = {
  redirect: (location: string, isLast: boolean) => string;
  page: (page: Page, isHead: boolean, isLast: boolean) => string;
};

function pageHead({ status, headers }: Page): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
  for (let at = 0; at + 1 < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return head;
}

/** `keepAlive`: the value of the Keep-Alive header when the connection stays open. */
export function makeAnswerText(clock: Clock, config: { keepAlive: string }): AnswerText {
  // the end of every head; its date changes once a second
  let second = NaN;
  let ending = '';
  let lastEnding = '';

  const endingOf = (isLast: boolean) => {
    const now = Math.floor(clock.now() / 1_000);
    if (now !== second) {
      second = now;
      const date = `Date: ${new Date(now * 1_000).toUTCString()}\r\n`;
      ending = `${date}Connection: keep-alive\r\nKeep-Alive: ${config.keepAlive}\r\n\r\n`;
      lastEnding = `${date}Connection: close\r\n\r\n`;
    }
    return isLast ? lastEnding : ending;
  };

  return {
    redirect: (location, isLast) =>
      `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nCache-Control: private, no-store\r\nContent-Length: 0\r\n${endingOf(isLast)}`,
    page: (page, isHead, isLast) =>
      pageHead(page) + endingOf(isLast) + (isHead ? '' : page.body.toString('latin1')),
  };
}
