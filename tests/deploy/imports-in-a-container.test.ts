// Imports of visits by the admin command of Compose: its root is read-only, and what Kafka has not accepted yet must
// outlive `docker compose run --rm`.

import { composeServices } from './compose-containers';
import { at, entriesOf, listOf, readText, readYaml, textOf } from './deploy-files';

const [, kurz] = composeServices().find(([name]) => name === 'kurz') ?? [];
const folder = textOf(at(kurz, 'environment', 'KURZ_DATA_DIR'));

it('the folder in which visits wait is a volume, of this command alone', () => {
  const mountsOf = (name: string) => listOf(at(readYaml('docker-compose.yml'), 'services', name, 'volumes'));
  const [volume = ''] = mountsOf('kurz')
    .map((mount) => textOf(mount).split(':'))
    .filter(([, place]) => place === folder)
    .map(([name]) => name);
  const volumes = entriesOf(at(readYaml('docker-compose.yml'), 'volumes')).map(([name]) => name);
  expect(volumes).toContain(volume);
  const others = composeServices().filter(([name]) => name !== 'kurz');
  const sharing = others.filter(([name]) =>
    mountsOf(name).some((mount) => textOf(mount).startsWith(`${volume}:`)),
  );
  expect(sharing).toEqual([]);
});

it('a new volume there takes its owner from the image: the user that the command runs as', () => {
  const made = /install -d -o 10001 -g 10001 -m 0700 (.*)$/m.exec(readText('deploy/Dockerfile'))?.[1];
  expect(made?.split(' ')).toContain(folder);
});
