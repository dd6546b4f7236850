import { domainsOf } from './domains-of';

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test.each<[string, string, string]>([
  ['kurz.example', 'kurz.example', 'kurz.example'],
  ['KURZ.Example', 'kurz.example', 'kurz.example'],
  ['kurz.example.', 'kurz.example', 'kurz.example'],
  ['kurz.example:80', 'kurz.example:80', 'kurz.example'],
  ['kurz.example:443', 'kurz.example:443', 'kurz.example'],
  ['Kurz.Example.:8443', 'kurz.example:8443', 'kurz.example'],
  ['kurz.example:', 'kurz.example', 'kurz.example'],
  ['localhost:3000', 'localhost:3000', 'localhost'],
  ['127.0.0.1:3000', '127.0.0.1:3000', '127.0.0.1'],
  ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  ['0x7f.1', '0x7f.1', '0x7f.1'],
  ['[::1]:3000', '[::1]:3000', '[::1]'],
  ['[2001:DB8::1]', '[2001:db8::1]', '[2001:db8::1]'],
  ['[::ffff:1.2.3.4]:80', '[::ffff:1.2.3.4]:80', '[::ffff:1.2.3.4]'],
  ['xn--mller-kva.example', 'xn--mller-kva.example', 'xn--mller-kva.example'],
  [utf8('müller.example'), 'xn--mller-kva.example', 'xn--mller-kva.example'],
  [utf8('MÜLLER.example:81'), 'xn--mller-kva.example:81', 'xn--mller-kva.example'],
  [utf8('müller.example.'), 'xn--mller-kva.example', 'xn--mller-kva.example'],
  [utf8('bücher。example'), 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
  [utf8('例え.テスト'), 'xn--r8jz45g.xn--zckzah', 'xn--r8jz45g.xn--zckzah'],
  ['a_b.example', 'a_b.example', 'a_b.example'],
])('%s means %s', (host, withPort, withoutPort) => {
  expect(domainsOf(host)).toEqual({ withPort, withoutPort });
});

test.each<[string]>([
  [''],
  ['.'],
  ['..'],
  ['.example'],
  ['kurz..example'],
  ['kurz.example..'],
  [':3000'],
  ['kurz.example:port'],
  ['kurz.example:123456'],
  ['kurz.example:80:80'],
  ['user@kurz.example'],
  ['kurz.example/evil'],
  ['kurz.example\\evil'],
  ['kurz.example, evil.example'],
  ['kurz example'],
  ['kurz%2eexample'],
  ['[::1'],
  ['::1'],
  ['[::1]evil'],
  ['*'],
  ['kurz.example?x'],
  ['\u00fc.example'],
  [utf8('müller.example/evil')],
  [utf8('mü\tller.example')],
  [`${'a'.repeat(600)}.example`],
])('%j is no host', (host) => {
  expect(domainsOf(host)).toBeUndefined();
});
