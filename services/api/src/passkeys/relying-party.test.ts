import { relyingPartyOf } from './relying-party';

test.each([
  ['https://links.example.com', { id: 'links.example.com', origin: 'https://links.example.com' }],
  ['https://links.example.com:8443/', { id: 'links.example.com', origin: 'https://links.example.com:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://kurz.localhost', { id: 'kurz.localhost', origin: 'http://kurz.localhost' }],
])('%s can have passkeys', (appUrl, relyingParty) => expect(relyingPartyOf(appUrl)).toEqual(relyingParty));

test.each([
  undefined,
  'http://links.example.com',
  'https://192.0.2.7',
  'http://127.0.0.1:3000',
  'https://[2001:db8::7]',
])('%s can have none', (appUrl) => expect(relyingPartyOf(appUrl)).toBeUndefined());
