import { mailSettingOf } from './mail-setting';

const usable = {
  KURZ_SMTP_URL: 'smtps://kurz:secret@mail.example:465',
  KURZ_MAIL_FROM: 'Kurz <kurz@example.com>',
  KURZ_APP_URL: 'https://kurz.example/',
};

test('without a mail server there is no mail', () => {
  expect(mailSettingOf({})).toEqual({ kind: 'none' });
  expect(mailSettingOf({}, { appUrl: 'http://localhost:3000' })).toEqual({ kind: 'none' });
});

test('a mail server, a sender and the base address of links are mail', () => {
  expect(mailSettingOf(usable)).toEqual({
    kind: 'mail',
    mail: {
      smtpUrl: 'smtps://kurz:secret@mail.example:465',
      from: 'Kurz <kurz@example.com>',
      appUrl: 'https://kurz.example',
    },
  });
});

test('all that is missing or wrong is told at once', () => {
  expect(mailSettingOf({ KURZ_SMTP_URL: 'mail.example' })).toEqual({
    kind: 'faulty',
    faults: [
      expect.stringContaining('KURZ_SMTP_URL must be'),
      expect.stringContaining('KURZ_MAIL_FROM is missing'),
      expect.stringContaining('KURZ_APP_URL is missing'),
    ],
  });
  for (const [name, text] of [
    ['KURZ_MAIL_FROM', 'Kurz'],
    ['KURZ_MAIL_FROM', 'a@b.c\r\nBcc: x@y.z'],
    ['KURZ_APP_URL', 'javascript:alert(1)'],
  ] as const) {
    expect(mailSettingOf({ ...usable, [name]: text })).toMatchObject({ kind: 'faulty' });
  }
});
