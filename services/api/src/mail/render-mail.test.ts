import { mailCatalogue, type MailKind } from './mail-catalogue';
import { renderMail } from './render-mail';

const kinds = Object.keys(mailCatalogue).filter((kind): kind is MailKind => kind in mailCatalogue);
const link = 'https://kurz.example/app/invitation#secret';
const values = {
  workspace: 'Press',
  inviter: 'ada@example.com',
  email: 'ben@example.com',
  site: 'kurz.example',
};
const expiresAt = new Date('2026-11-23T18:05:00Z');

const placeholdersOf = (texts: readonly string[]) =>
  [...new Set(texts.join(' ').match(/\{\w+\}/g) ?? [])].sort();

test.each(kinds)('the mail %s says the same in both languages, and each in its own', (kind) => {
  const { en, de } = mailCatalogue[kind];
  const partsOf = ({ before, after }: typeof en) => [before.length, after.length];
  const textsOf = ({ subject, before, action, after }: typeof en) => [subject, ...before, action, ...after];
  expect(partsOf(de)).toEqual(partsOf(en));
  expect(placeholdersOf(textsOf(de))).toEqual(placeholdersOf(textsOf(en)));
  textsOf(en).forEach((text, index) => expect(textsOf(de)[index]).not.toBe(text));
});

test.each(kinds)('the mail %s is finished in both languages, as text and as HTML', (kind) => {
  for (const language of ['en', 'de'] as const) {
    const { subject, text, html } = renderMail({ kind, language, values, expiresAt, link });
    for (const part of [subject, text, html]) expect(part).not.toMatch(/[{}]|undefined/);
    expect(text).toContain(link);
    expect(html).toContain(`<a href="${link}" style=`);
    expect(html).toContain(`<title>${subject}</title>`);
    expect(html).toContain(`<html lang="${language}">`);
  }
});

test('the end of the link is told in the reader’s language', () => {
  const textIn = (language: 'en' | 'de') =>
    renderMail({ kind: 'password-reset', language, values, expiresAt, link }).text;
  expect(textIn('en')).toContain('until 23 November 2026 at 18:05 UTC');
  expect(textIn('de')).toContain('bis zum 23. November 2026 um 18:05 UTC');
});

test('a workspace’s name is no markup', () => {
  const workspace = '<img src=x onerror="alert(1)"> & {site}';
  const { html, text } = renderMail({
    kind: 'invitation',
    language: 'en',
    values: { ...values, workspace },
    expiresAt,
    link,
  });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; {site}');
  expect(text).toContain(workspace);
});

test('a workspace’s name turns no text around it, and may be of a script that runs to the left', () => {
  const name = '\u202Emoc.elpmaxe.live\u2066\u2067\u202B';
  const render = (workspace: string) =>
    renderMail({ kind: 'invitation', language: 'en', values: { ...values, workspace }, expiresAt, link });
  const { subject, text, html } = render(name);
  expect(subject).toBe('Invitation to moc.elpmaxe.live');
  for (const part of [subject, text, html]) expect(part).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/);
  expect(render('עיתונות').subject).toBe('Invitation to עיתונות');
});

test('a forgotten value is a fault, not a text with a hole', () => {
  expect(() => renderMail({ kind: 'invitation', language: 'en', values: {}, expiresAt, link })).toThrow(
    '{workspace}',
  );
});
