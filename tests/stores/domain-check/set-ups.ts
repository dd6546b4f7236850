// A domain that is set up well on a real name server and a real front on this machine, and the ways to break it.

import type { FindingCode } from '@kurz/api';
import { startDnsServer, type DnsManner, type TestDnsServer } from '../../contract/start-dns-server';
import { makeAuthority, type MadeOptions } from './made-certificates';
import { startFront } from './test-front';

export const DOMAIN = 'go.brand.example';
export const EDGE = 'edge.kurz.example';
/** Address of the front. */
export const ADDRESS = '127.0.0.9';
export const RECORD = { type: 'TXT', name: `_kurz.${DOMAIN}`, value: 'kurz-verification=token' } as const;
export const ALIAS = { type: 'CNAME', name: DOMAIN, value: EDGE } as const;

export type SetUp = Awaited<ReturnType<typeof startSetUp>>;

export async function startSetUp() {
  const [authority, front] = [await makeAuthority(), await startFront()];
  return {
    ca: authority.ca,
    front,
    /** Starts a new name server for each test. */
    prepare: async (): Promise<TestDnsServer> => {
      const dns = await startDnsServer();
      dns.set('brand.example', 'NS', 'ns.brand.example');
      dns.set(EDGE, 'A', ADDRESS);
      dns.set(DOMAIN, 'CNAME', EDGE);
      dns.set(RECORD.name, 'TXT', [RECORD.value]);
      front.asked.length = 0;
      front.set(DOMAIN, { kind: 'certificate', made: await authority.certificateOf([DOMAIN]) });
      return dns;
    },
    answerWith: async (names: string[], options?: MadeOptions) => {
      front.set(DOMAIN, { kind: 'certificate', made: await authority.certificateOf(names, options) });
    },
  };
}

type Broken = { dns: TestDnsServer; setUp: SetUp };
type Case = [
  code: FindingCode,
  about: string,
  breakIt: (broken: Broken) => unknown,
  expected?: object,
  zone?: { isVerified?: boolean; isEnabled?: boolean },
];

function setAddresses(dns: TestDnsServer, ...data: string[]) {
  dns.set(DOMAIN, 'CNAME');
  dns.setAddresses(DOMAIN, data);
}
/** Points the domain to the front by address, while the front's name gets no answer. */
function losesFront(dns: TestDnsServer, manner: DnsManner) {
  setAddresses(dns, ADDRESS);
  dns.behave(manner, EDGE);
}
const caa = (value: string, tag = 'issue', flags = 0) =>
  ({ flags, tag, value }) as { flags: number; tag: 'issue'; value: string };
const toSet = { records: [ALIAS] };
const caaOf = (name: string) => ({ records: [{ type: 'CAA', name, value: '0 issue "letsencrypt.org"' }] });
const unverified = { isVerified: false };

export const brokenSetUps: Case[] = [
  [
    'txt_missing',
    'no proof',
    ({ dns }) => dns.set(RECORD.name, 'TXT'),
    { records: [RECORD], severity: 'error' },
    unverified,
  ],
  ['txt_missing', 'a proof that is gone', ({ dns }) => dns.set(RECORD.name, 'TXT'), { severity: 'warning' }],
  [
    'txt_wrong',
    'another proof',
    ({ dns }) => dns.set(RECORD.name, 'TXT', ['kurz-verification=', 'other']),
    { records: [RECORD], found: ['kurz-verification=other'] },
    unverified,
  ],
  [
    'txt_misplaced',
    'the domain twice in the name of the proof',
    ({ dns }) => {
      dns.set(RECORD.name, 'TXT');
      dns.set(`${RECORD.name}.brand.example`, 'TXT', [RECORD.value]);
    },
    { records: [RECORD], found: [`${RECORD.name}.brand.example`] },
    unverified,
  ],
  [
    'txt_misplaced',
    'the proof at the domain itself',
    ({ dns }) => {
      dns.set(RECORD.name, 'TXT');
      dns.set(DOMAIN, 'CNAME');
      dns.setAddresses(DOMAIN, [ADDRESS]);
      dns.set(DOMAIN, 'TXT', [RECORD.value]);
    },
    { records: [RECORD], found: [DOMAIN] },
    unverified,
  ],
  ['dns_unanswered', 'silent name servers', ({ dns }) => dns.behave('stay_silent', DOMAIN, RECORD.name)],
  ['dns_unanswered', 'failing name servers', ({ dns }) => dns.behave('fail', DOMAIN)],
  ['dns_unanswered', 'failing name servers of the front', ({ dns }) => losesFront(dns, 'fail')],
  ['dns_unanswered', 'silent name servers of the front', ({ dns }) => losesFront(dns, 'stay_silent')],
  ['dnssec_broken', 'signatures that are wrong', ({ dns }) => dns.behave('bogus', DOMAIN)],
  [
    'domain_unregistered',
    'an expired domain',
    ({ dns }) => {
      dns.set('brand.example', 'NS');
      dns.set(DOMAIN, 'CNAME');
      dns.set(RECORD.name, 'TXT');
    },
  ],
  ['address_missing', 'no address', ({ dns }) => dns.set(DOMAIN, 'CNAME'), toSet],
  [
    'cname_dangling',
    'a CNAME to nothing',
    ({ dns }) => dns.set(DOMAIN, 'CNAME', 'gone.kurz.example'),
    { ...toSet, found: ['gone.kurz.example'] },
  ],
  [
    'cname_loop',
    'a CNAME in a circle',
    ({ dns }) => {
      dns.set(DOMAIN, 'CNAME', 'a.brand.example');
      dns.set('a.brand.example', 'CNAME', DOMAIN);
    },
    toSet,
  ],
  [
    'cname_elsewhere',
    'a CNAME to a former service',
    ({ dns }) => {
      dns.set(DOMAIN, 'CNAME', 'cname.other.example');
      dns.setAddresses('cname.other.example', ['8.8.8.8']);
    },
    { ...toSet, found: ['cname.other.example'] },
  ],
  [
    'address_elsewhere',
    'addresses of a former service',
    ({ dns }) => setAddresses(dns, '8.8.8.8', '2001:4860:4860::8888'),
    toSet,
  ],
  [
    'address_partly_elsewhere',
    'one address too many',
    ({ dns }) => setAddresses(dns, ADDRESS, '8.8.8.8'),
    { ...toSet, found: ['8.8.8.8'] },
  ],
  [
    'ipv6_elsewhere',
    'IPv6 of a former service',
    ({ dns }) => setAddresses(dns, ADDRESS, '2001:4860:4860::8888'),
    { ...toSet, found: ['2001:4860:4860::8888'] },
  ],
  [
    'ipv4_missing',
    'IPv6 alone',
    ({ dns }) => {
      dns.set(EDGE, 'AAAA', '2001:4860:4860::9');
      setAddresses(dns, '2001:4860:4860::9');
    },
    toSet,
  ],
  [
    'address_not_public',
    'an address of the office',
    ({ dns }) => setAddresses(dns, '192.168.1.20'),
    { ...toSet, found: ['192.168.1.20'] },
  ],
  [
    'address_not_public',
    'an address of the office beside the front',
    ({ dns }) => setAddresses(dns, ADDRESS, '10.0.0.1'),
    toSet,
  ],
  ['proxy_in_between', 'Cloudflare', ({ dns }) => setAddresses(dns, '104.16.1.1'), toSet],
  [
    'proxy_in_between',
    'a content network',
    ({ dns }) => {
      dns.set(DOMAIN, 'CNAME', 'd1.cloudfront.net');
      dns.setAddresses('d1.cloudfront.net', ['8.8.8.8']);
    },
    toSet,
  ],
  [
    'caa_forbids',
    'CAA of another authority',
    ({ dns }) => dns.set(DOMAIN, 'CAA', caa('digicert.com')),
    caaOf(DOMAIN),
  ],
  [
    'caa_forbids',
    'CAA of another authority above',
    ({ dns }) => dns.set('brand.example', 'CAA', caa('digicert.com')),
    caaOf('brand.example'),
  ],
  [
    'caa_forbids',
    'CAA that allows none',
    ({ dns }) => dns.set('brand.example', 'CAA', caa(';')),
    { found: ['0 issue ";"'] },
  ],
  [
    'caa_method_forbids',
    'CAA for dns-01 alone',
    ({ dns }) => dns.set('brand.example', 'CAA', caa('letsencrypt.org; validationmethods=dns-01')),
  ],
  [
    'caa_other_account',
    'CAA of an account',
    ({ dns }) => dns.set('brand.example', 'CAA', caa('letsencrypt.org; accounturi=https://a.example/1')),
  ],
  [
    'caa_critical_unknown',
    'CAA of an unknown kind',
    ({ dns }) => dns.set('brand.example', 'CAA', caa('x', 'future', 128)),
  ],
  ['caa_unanswered', 'name servers that know no CAA', ({ dns }) => dns.behave('fail', 'brand.example')],
  ['front_unreachable', 'a front that is down', () => undefined],
  ['tls_missing', 'no certificate', ({ setUp }) => setUp.front.set(DOMAIN, { kind: 'none' })],
  ['tls_pending', 'a certificate in the making', ({ setUp }) => setUp.front.set(DOMAIN, { kind: 'slow' })],
  [
    'tls_wrong_name',
    'a certificate of another name',
    ({ setUp }) => setUp.answerWith(['other.example']),
    { found: ['other.example'] },
  ],
  [
    'tls_expired',
    'a certificate that has ended',
    ({ setUp }) => setUp.answerWith([DOMAIN], { from: -90, until: -1 }),
  ],
  ['tls_expired', 'a certificate that has not begun', ({ setUp }) => setUp.answerWith([DOMAIN], { from: 1 })],
  [
    'tls_ends_soon',
    'a certificate that was not renewed',
    ({ setUp }) => setUp.answerWith([DOMAIN], { from: -87, until: 3 }),
  ],
  [
    'tls_chain_incomplete',
    'a certificate without its chain',
    ({ setUp }) => setUp.answerWith([DOMAIN], { hasChain: false }),
  ],
  [
    'tls_untrusted',
    'a certificate of nobody',
    ({ setUp }) => setUp.answerWith([DOMAIN], { isSelfSigned: true }),
  ],
  ['domain_disabled', 'a domain that is switched off', () => undefined, undefined, { isEnabled: false }],
];
