// The page in front of a link with a password. It names neither the destination nor its host, and needs no script.

import { preferredLanguageOf, type Language } from '@kurz/process';
import type { PasswordPrompt } from '../password/password-gate';
import { pageFor, type Answer } from './answer';
import { makePage, type Page } from './page';

type Texts = Record<'title' | 'text' | 'label' | 'open' | 'unusable' | 'wrong' | 'unavailable', string> & {
  usedUp: (minutes: number) => string;
};

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'This link needs a password',
    text: 'Ask the person who sent you the link for its password.',
    label: 'Password',
    open: 'Open link',
    unusable: 'This cannot be the password of a link.',
    wrong: 'This is not the password.',
    unavailable: 'Passwords cannot be checked right now. Please try again in a moment.',
    usedUp: (minutes) =>
      `Too many tries. Please try again in ${minutes === 1 ? 'one minute' : `${minutes} minutes`}.`,
  },
  de: {
    title: 'Dieser Link braucht ein Passwort',
    text: 'Das Passwort kennt die Person, die Ihnen den Link geschickt hat.',
    label: 'Passwort',
    open: 'Link öffnen',
    unusable: 'Das kann kein Passwort eines Links sein.',
    wrong: 'Das ist nicht das Passwort.',
    unavailable: 'Passwörter lassen sich gerade nicht prüfen. Bitte versuchen Sie es gleich noch einmal.',
    usedUp: (minutes) =>
      `Zu viele Versuche. Bitte versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal.`,
  },
};

const STATUS = { asked: 200, unusable: 400, wrong: 403, used_up: 429, unavailable: 503 } as const;
const REASONS = {
  asked: 'locked',
  unusable: 'wrong_password',
  wrong: 'wrong_password',
  used_up: 'too_many_tries',
  unavailable: 'unavailable',
} as const;
/** How long a client that gets a 503 should wait, seconds. */
const RETRY_AFTER = '2';

const STYLE =
  'label{display:block;font-weight:600}input,button{font:inherit;padding:.5rem .75rem;border-radius:.375rem}' +
  'input{box-sizing:border-box;width:100%;margin:.25rem 0 1rem;border:1px solid #767676;color:inherit;background:none}' +
  'button{border:0;color:#fff;background:#06c;cursor:pointer}[role=alert]{color:#b00}' +
  '@media(prefers-color-scheme:dark){[role=alert]{color:#f99}}';

function remarkOf(prompt: PasswordPrompt, texts: Texts): string {
  if (prompt.kind === 'asked') return '';
  const text = prompt.kind === 'used_up' ? texts.usedUp(Math.ceil(prompt.seconds / 60)) : texts[prompt.kind];
  return `<p role="alert" id="remark">${text}</p>`;
}

/** The form posts to the page's own address. Every text is ours, so none is escaped. */
function passwordPage(prompt: PasswordPrompt, acceptLanguage: string): Page {
  const language = preferredLanguageOf(acceptLanguage);
  const texts = TEXTS[language];
  const remark = remarkOf(prompt, texts);
  const described = remark && ' aria-describedby="remark" aria-invalid="true"';
  const wait = prompt.kind === 'used_up' ? String(prompt.seconds) : RETRY_AFTER;
  return makePage(
    {
      status: STATUS[prompt.kind],
      language,
      title: texts.title,
      style: STYLE,
      // browsers also hold it against where the form leads in the end, which no page may say before the password
      formAction: 'http: https:',
      html:
        `<p>${texts.text}</p>${remark}<form method="post"><label for="password">${texts.label}</label>` +
        `<input type="password" id="password" name="password" required autofocus autocomplete="off"${described}>` +
        `<button>${texts.open}</button></form>`,
    },
    {
      Vary: 'Accept-Language, Cookie',
      ...((prompt.kind === 'used_up' || prompt.kind === 'unavailable') && { 'Retry-After': wait }),
    },
  );
}

export const promptForPassword = (
  prompt: PasswordPrompt,
  { acceptLanguage }: { acceptLanguage: string },
): Answer => pageFor(REASONS[prompt.kind], passwordPage(prompt, acceptLanguage));

/** Redirects back to the address at which the password was given. `cookie`: a Set-Cookie header. */
export function answerOfUnlocked({ location, cookie }: { location: string; cookie?: string }): Answer {
  const headers = ['Location', location, 'Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'];
  headers.push('Content-Length', '0');
  if (cookie !== undefined) headers.push('Set-Cookie', cookie);
  return pageFor('unlocked', { status: 303, headers, body: Buffer.alloc(0) });
}
