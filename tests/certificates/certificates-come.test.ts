// Production's Caddyfile in a real Caddy, with a real authority. Certificates come for domains of workspaces and for
// nothing else; stored ones are served, whatever is away.

import { makeClosing } from '@kurz/process';
import { openCertificateWorld, EDGE, type CertificateWorld } from './certificate-world';
import { hasCertificate, visitHttps } from './visit-https';
import { until } from '../until';

const tools = process.env['KURZ_TEST_CERTIFICATE_TOOLS'];
const suite = tools ? describe : describe.skip;
const MAX_MS = 10_000;
const UNKNOWN = 1_000;
const STORED = 50;
/** Number of handshakes at once. */
const ABREAST = 10;

type Zone = {
  id: string;
  domain: string;
  ownershipState: string;
  verification: { name: string; value: string };
};
type ZoneAnswer = { zone: Zone };

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const left = [...items.entries()];
  const results: R[] = [];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: ABREAST }, worker));
  return results;
}

suite(
  `certificates${tools ? '' : ' (skipped: Caddy and Pebble are not built, see npm run test:certificates)'}`,
  () => {
    const closing = makeClosing();
    let world: CertificateWorld;
    beforeAll(async () => {
      world = await openCertificateWorld(tools ?? '', closing);
    });
    afterAll(() => closing.close());

    const zones = () => `/workspaces/${world.workspaceId}/zones`;
    const lead = (domain: string) => world.dns.set(domain, 'CNAME', EDGE);
    const addVerified = (domain: string) =>
      world.addZone({ domain, zoneType: 'user', workspaceId: world.workspaceId, isVerified: true });
    const shareOf = async (names: readonly string[]) =>
      (await inParallel(names, (name) => hasCertificate(name, world.front))).filter(Boolean).length;

    test('from the records of a new domain to its first redirect over https: ten seconds at most', async () => {
      const { body } = await world.person.ask<ZoneAnswer>('POST', zones(), { domain: 'go.brand.example' });
      const { id, domain, verification } = body.zone;
      const began = performance.now();
      lead(domain);
      world.dns.setTxt(verification.name, [verification.value]);
      await until(async () => {
        const answered = await world.person.ask<ZoneAnswer>('POST', `${zones()}/${id}/verify`);
        return answered.body.zone.ownershipState === 'verified';
      });
      const link = { url: 'https://shop.example/spring', zoneDomain: domain, slug: 'spring' };
      expect((await world.api().call('/v1/urls', { method: 'POST', body: link })).status).toBe(201);
      const visit = await visitHttps(domain, '/spring', world.front);
      const ms = performance.now() - began;
      expect(visit).toEqual({ kind: 'answer', status: 302, location: 'https://shop.example/spring' });
      console.info(`first redirect over https after ${Math.round(ms)} ms`);
      expect(ms).toBeLessThan(MAX_MS);
    });

    test(`${UNKNOWN} names that nobody has order nothing`, async () => {
      const before = world.pebble.orders();
      expect(before).toBeGreaterThanOrEqual(1);
      const names = Array.from({ length: UNKNOWN }, (_, index) => `unknown-${index}.stranger.example`);
      for (const name of names) lead(name);
      expect(await shareOf(names)).toBe(0);
      expect(world.pebble.orders()).toBe(before);
    });

    test('a claim, and a domain that is switched off, get none', async () => {
      const before = world.pebble.orders();
      for (const name of ['go.claimed.example', 'go.off.example']) lead(name);
      await world.person.ask('POST', zones(), { domain: 'go.claimed.example' });
      const id = await addVerified('go.off.example');
      await world.person.ask('PATCH', `${zones()}/${id}`, { isEnabled: false });
      expect(await shareOf(['go.claimed.example', 'go.off.example'])).toBe(0);
      expect(world.pebble.orders()).toBe(before);
      await world.person.ask('PATCH', `${zones()}/${id}`, { isEnabled: true });
      expect(await shareOf(['go.off.example'])).toBe(1);
    });

    test(`${STORED} of ${STORED} stored certificates are served by a restarted Caddy while the API is away`, async () => {
      const names = Array.from({ length: STORED }, (_, index) => `go.customer-${index}.example`);
      // one after another: orders that meet can lock Pebble for good (letsencrypt/pebble#554 is one way of several)
      for (const name of names) {
        lead(name);
        await addVerified(name);
        await until(() => hasCertificate(name, world.front), { what: `${name} has its certificate` });
      }
      const ordered = world.pebble.orders();
      await world.stopApi();
      await world.restartCaddy();
      expect(await shareOf(names)).toBe(STORED);
      // Caddy does not remember which domains may have one, so nothing new comes
      lead('go.new.example');
      await addVerified('go.new.example');
      expect(await hasCertificate('go.new.example', world.front)).toBe(false);
      expect(world.pebble.orders()).toBe(ordered);
      await world.startApi();
      expect(await hasCertificate('go.new.example', world.front)).toBe(true);
    });

    test('a domain that is switched off loses its certificate when Caddy restarts', async () => {
      const name = 'go.customer-0.example';
      const { body } = await world.person.ask<{ user: Zone[] }>('GET', zones());
      const id = body.user.find(({ domain }) => domain === name)?.id ?? '';
      await world.person.ask('PATCH', `${zones()}/${id}`, { isEnabled: false });
      await world.restartCaddy();
      expect(await hasCertificate(name, world.front)).toBe(false);
      expect(await hasCertificate('go.customer-1.example', world.front)).toBe(true);
    });
  },
);
