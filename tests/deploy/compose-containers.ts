// The containers of docker-compose.yml that run our image.

import { at, entriesOf, listOf, readYaml, textOf, type Tree } from './deploy-files';
import { programOf, type DeployedContainer } from './deployed-container';

/**
 * Interpolates as Compose does, for the forms that the file uses: `${NAME:-default}`, `${NAME:?message}`, and
 * `${NAME}`, also within a default.
 */
export const interpolated = (text: string, given: Record<string, string> = {}) =>
  text
    .replace(/\$\{([A-Z_]+)\}/g, (_, name: string) => given[name] ?? `<${name}>`)
    .replace(/\$\{([A-Z_]+):([-?])([^}]*)\}/g, (_, name: string, sign: string, rest: string) =>
      sign === '-' ? (given[name] ?? rest) : (given[name] ?? `<${name}>`),
    );

/** Values for the variables that the file requires, as in the operating guide. */
const GIVEN = { KURZ_API_HOST: 'api.example.com' };

export const composeServices = (): [string, Tree][] =>
  entriesOf(at(readYaml('docker-compose.yml'), 'services'));

const secretsOf = (service: Tree) =>
  listOf(at(service, 'secrets')).map((name) => `/run/secrets/${textOf(name)}`);

export function composeContainers(): DeployedContainer[] {
  return composeServices().flatMap(([name, service]) => {
    const words = [...listOf(at(service, 'entrypoint')), ...listOf(at(service, 'command'))].map(textOf);
    const program = programOf(words);
    if (program === undefined) return [];
    const own = Object.fromEntries(
      entriesOf(at(service, 'environment')).map(([key, value]) => [key, interpolated(textOf(value), GIVEN)]),
    );
    const ports = {
      ...(own['KURZ_PORT'] && { http: Number(own['KURZ_PORT']) }),
      ...(own['KURZ_OPS_PORT'] && { operations: Number(own['KURZ_OPS_PORT']) }),
    };
    return [{ name, program, own, shared: {}, secrets: secretsOf(service), ports }];
  });
}
