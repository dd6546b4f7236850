// The API of every deployment knows the address of the web app, without which there are no passkeys and no mails.

import { composeContainers, interpolated } from './compose-containers';
import { at, readYaml, textOf } from './deploy-files';
import { itWith, kustomizeBuild } from './deploy-tools';
import type { DeployedContainer } from './deployed-container';
import { manifestContainers } from './manifest-containers';
import { OVERLAYS, rendered } from './rendered-overlay';

const PROGRAMS = ['api', 'admin'];

const addressesIn = (containers: readonly DeployedContainer[]) =>
  containers
    .filter(({ program }) => PROGRAMS.includes(program))
    .map(({ name, own, shared }) => [name, { ...shared, ...own }['KURZ_APP_URL']]);

it('Compose gives the API and the admin command the host that Caddy serves the API at, or the address in .env', () => {
  const addresses = new Map(addressesIn(composeContainers()).map(([name = '', address]) => [name, address]));
  expect([addresses.get('api'), addresses.get('kurz')]).toEqual(Array(2).fill('https://api.example.com'));
  const setting = textOf(
    at(readYaml('docker-compose.yml'), 'services', 'api', 'environment', 'KURZ_APP_URL'),
  );
  expect(interpolated(setting, { KURZ_APP_URL: 'https://links.example' })).toBe('https://links.example');
});

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  itWith(kustomizeBuild())('gives the API an address with TLS, and mails a sender', () => {
    const api = manifestContainers(rendered(overlay)).find(({ name }) => name === 'api');
    expect(api?.shared['KURZ_APP_URL']).toMatch(/^https:\/\/[a-z.]+$/);
    expect(api?.shared['KURZ_MAIL_FROM']).toMatch(/@/);
  });
});
