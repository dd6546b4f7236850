import { readSettings, SettingsError } from '@kurz/process';
import { mailProperties, mailSettingOf } from './mail-setting';

const properties = mailProperties(['KURZ_MAIL_FROM', 'KURZ_APP_URL']);

const usable = {
  KURZ_SMTP_URL: 'smtps://kurz:secret@mail.example:465',
  KURZ_MAIL_FROM: 'Kurz <kurz@example.com>',
  KURZ_APP_URL: 'https://kurz.example/',
};

const mailOf = (environment: Record<string, string>, defaults?: { appUrl: string }) =>
  mailSettingOf(readSettings(properties, environment), defaults);

test('without a mail server there is no mail', () => {
  expect(mailOf({})).toBeUndefined();
  expect(mailOf({}, { appUrl: 'http://localhost:3000' })).toBeUndefined();
});

test('a mail server, a sender and the base address of links are mail', () => {
  expect(mailOf(usable)).toEqual({
    smtpUrl: 'smtps://kurz:secret@mail.example:465',
    from: 'Kurz <kurz@example.com>',
    appUrl: 'https://kurz.example',
  });
});

test.each([
  'kurz@example.com',
  '<kurz@example.com>',
  'Kurz: links <kurz@example.com>',
  '"Kurz, Inc." <kurz@example.com>',
])('%s is a sender', (from) => {
  expect(mailOf({ ...usable, KURZ_MAIL_FROM: from })?.from).toBe(from);
});

test('all that is missing or wrong is told at once', () => {
  expect(() => mailOf({ KURZ_SMTP_URL: 'mail.example' })).toThrow(
    new SettingsError([
      'KURZ_SMTP_URL must be smtp://… or smtps://…',
      'KURZ_SMTP_URL needs KURZ_MAIL_FROM',
      'KURZ_SMTP_URL needs KURZ_APP_URL',
    ]),
  );
  for (const [name, text] of [
    ['KURZ_MAIL_FROM', 'Kurz'],
    ['KURZ_MAIL_FROM', 'Kurz <kurz@example.com'],
    ['KURZ_MAIL_FROM', '"Kurz" Inc. <kurz@example.com>'],
    ['KURZ_MAIL_FROM', 'a@b.c\r\nBcc: x@y.z'],
    ['KURZ_APP_URL', 'javascript:alert(1)'],
  ] as const) {
    expect(() => mailOf({ ...usable, [name]: text })).toThrow(SettingsError);
  }
});

test.each([
  'https://kurz.example',
  'https://kurz.example//',
  'HTTP://localhost:3000/',
  'https://[2001:db8::1]:8443',
])('the web app may be at %s', (text) => {
  expect(mailOf({ ...usable, KURZ_APP_URL: text })?.appUrl).toBe(text.replace(/\/+$/, ''));
});

test.each([
  'https://kurz.example/app',
  'https://kurz.example/app/',
  'https://kurz.example/?from=mail',
  'https://kurz.example#app',
  'https://kurz.example?',
  'https://kim:secret@kurz.example',
  'https://kurz .example',
  ' https://kurz.example ',
])('links cannot begin with %j', (text) => {
  expect(() => mailOf({ ...usable, KURZ_APP_URL: text })).toThrow(
    new SettingsError([
      'KURZ_APP_URL must be http(s)://host[:port] and no more: the web app is at /app/ there',
    ]),
  );
});
