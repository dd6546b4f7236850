// Broken set-ups of a domain: the check names each by its code, and says what to set, in both languages. The name
// server, the front and its certificates are real ones on this machine. Each answer comes within two seconds.

import {
  findingCatalogue,
  openCheckDomain,
  localizeCheck,
  type DomainCheck,
  type FrontHost,
} from '@kurz/api';
import { allowedTargetsOf, makeOutbound, type Outbound } from '@kurz/outbound';
import type { TestDnsServer } from '../../contract/start-dns-server';
import { ADDRESS, ALIAS, brokenSetUps, DOMAIN, EDGE, RECORD, startSetUp, type SetUp } from './set-ups';
import { startFront } from './test-front';

let setUp: SetUp;
let outbound: Outbound;
let closedPort: number;
let dns: TestDnsServer;

beforeAll(async () => {
  setUp = await startSetUp();
  const stopped = await startFront();
  closedPort = stopped.port;
  await stopped.close();
});
afterAll(() => setUp.front.close());
beforeEach(async () => {
  dns = await setUp.prepare();
  // the front's address is allowed and its name is not, so that the name server has to resolve it
  const allowed = allowedTargetsOf(`${ADDRESS}/32`);
  outbound = makeOutbound({
    allowed: allowed.kind === 'targets' ? allowed.targets : undefined,
    ports: [setUp.front.port, closedPort],
    dnsServers: [dns.address],
    ca: setUp.ca,
  });
});
afterEach(async () => {
  outbound.close();
  await dns.close();
});

type Zone = { domain?: string; isVerified?: boolean; isEnabled?: boolean };

function check(
  { domain = DOMAIN, isVerified = true, isEnabled = true }: Zone = {},
  frontHosts: FrontHost[] = [{ host: EDGE, port: setUp.front.port }],
): Promise<DomainCheck> {
  const checkDomain = openCheckDomain(
    { outbound, clock: { now: () => Date.now() } },
    {
      dnsServers: [dns.address],
      domainCheck: { frontHosts, authorities: ['letsencrypt.org', 'sectigo.com'] },
    },
  );
  return checkDomain({ domain, record: RECORD, isVerified, isEnabled });
}

const codesOf = ({ findings }: DomainCheck) => findings.map(({ code }) => code);

it('finds nothing wrong with a domain that is set up well', async () => {
  const outcome = await check();
  expect(codesOf(outcome)).toEqual([]);
  expect(outcome.seenTls).toBe('provisioned');
  expect(localizeCheck(outcome, 'en')).toMatchObject({
    isReady: true,
    records: [RECORD, ALIAS],
    certificate: { names: [DOMAIN], issuer: 'Tests, Intermediate of the tests' },
  });
});

it('asks no front whose address is neither public nor allowed', async () => {
  outbound.close();
  outbound = makeOutbound({ ports: [setUp.front.port], dnsServers: [dns.address] });
  const outcome = await check();
  expect(codesOf(outcome)).toEqual([]);
  expect(outcome).toMatchObject({ certificate: undefined, seenTls: undefined });
  expect(setUp.front.asked).toEqual([]);
});

test.each([
  ['is not proven', { isVerified: false }],
  ['is switched off', { isEnabled: false }],
])('asks the front for no certificate of a domain that %s', async (_, zone) => {
  await check(zone);
  expect(setUp.front.asked).toEqual([]);
});

it('looks at no certificate where no setting names the front', async () => {
  dns.set(EDGE, 'A', '8.8.8.8');
  const outcome = await check({}, []);
  expect(codesOf(outcome)).toEqual([]);
  expect(outcome.records).toEqual([RECORD]);
  expect(setUp.front.asked).toEqual([]);
});

it('reads an answer over TCP that UDP cuts off', async () => {
  dns.behave('cut_off', RECORD.name);
  expect(codesOf(await check())).toEqual([]);
});

it('names the front where its own addresses are not to be had', async () => {
  dns.set(DOMAIN, 'CNAME');
  dns.setAddresses(DOMAIN, [ADDRESS]);
  dns.behave('fail', EDGE);
  expect(localizeCheck(await check(), 'en').findings[0]?.message).toContain(EDGE);
});

it('finds nothing wrong with the records of a CNAME to a front whose own addresses are not to be had', async () => {
  dns.behave('fail', EDGE);
  expect(codesOf(await check())).toEqual(['front_unreachable']);
});

it('knows an address of the front in another spelling', async () => {
  dns.set(DOMAIN, 'CNAME');
  // the DNS decoder shortens the first run of zeros
  dns.setAddresses(DOMAIN, ['2a00:0:0:1::1']);
  const front = { host: '2a00:0:0:1::1', port: setUp.front.port };
  expect(codesOf(await check({ isVerified: false }, [front]))).toEqual([]);
});

test.each([
  ['by its name', () => undefined],
  [
    'by its addresses',
    () => {
      dns.set(DOMAIN, 'CNAME');
      dns.setAddresses(DOMAIN, ['104.16.1.1', '104.16.2.2']);
    },
  ],
])('finds no proxy before a front that stands behind one, led to %s', async (_, lead) => {
  dns.set(EDGE, 'A', '104.16.1.1', '104.16.2.2');
  lead();
  expect(codesOf(await check({ isVerified: false }))).toEqual([]);
});

it('finds a proxy before a front that stands behind another', async () => {
  dns.set(EDGE, 'A', '104.16.1.1');
  dns.set(DOMAIN, 'CNAME', 'd1.cloudfront.net');
  dns.set('d1.cloudfront.net', 'CNAME', EDGE);
  expect(codesOf(await check({ isVerified: false }))).toEqual(['proxy_in_between']);
});

it('has a set-up for every code', () => {
  expect([...new Set(brokenSetUps.map(([code]) => code))].sort()).toEqual(
    Object.keys(findingCatalogue).sort(),
  );
});

test.each(brokenSetUps)('names %s: %s', async (code, _, breakIt, expected = {}, zone = {}) => {
  await breakIt({ dns, setUp });
  const began = performance.now();
  const outcome = await check(
    zone,
    code === 'front_unreachable' ? [{ host: EDGE, port: closedPort }] : undefined,
  );
  const ms = performance.now() - began;
  expect(codesOf(outcome)).toEqual([code]);
  expect(ms).toBeLessThan(2_000);
  for (const language of ['en', 'de'] as const) {
    const [finding] = localizeCheck(outcome, language).findings;
    expect(finding).toMatchObject({ code, ...expected });
    expect(finding?.message).not.toMatch(/[{}]/);
  }
});
