// Gives the owner a passkey of an authenticator in software, for pages that show one.

import { makeAuthenticator, type Question } from '../contract/software-authenticator';
import { PASSWORD, type OpenedConsole } from './open-console';

const PATH = '/me/second-factor/passkeys';

export async function addPasskey({ product, x }: OpenedConsole, name = 'Phone'): Promise<void> {
  const asked = await x('POST', `${PATH}/options`, { password: PASSWORD });
  if (!asked.ok()) throw new Error(`the question ended with ${asked.status()}`);
  const { options } = (await asked.json()) as { options: Question };
  const credential = makeAuthenticator(product.url).create(options);
  const added = await x('POST', PATH, { name, credential });
  if (!added.ok()) throw new Error(`the passkey ended with ${added.status()}`);
}
