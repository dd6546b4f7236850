// The product with a password for its owner. In a test run its data folder is a copy of a template: a first start and
// the admin command take longer than a start on such a copy.

import { copyProductTemplate, type ProductTemplate } from '../flow/product-template';
import { spawnAdminCommandWith } from '../flow/spawn-admin-command';
import {
  newDataFolder,
  removeDataFolder,
  startStandalone,
  type RunningStandalone,
} from '../flow/start-standalone';

export const PASSWORD = 'correct horse battery staple';
/** The person whom a first start makes. */
export const OWNER = 'owner@localhost';

/** `token`: the token of the first workspace, which only the first start prints. */
export type OwnedProduct = { product: RunningStandalone; token: string };

type Settings = Readonly<Record<string, string>>;

async function startFirst(environment: Settings = {}): Promise<OwnedProduct> {
  const product = await startStandalone({ environment });
  const { token, dataDirectory } = product;
  const words = ['user', 'set-password', '--email', OWNER];
  const { code, stderr } = await spawnAdminCommandWith(`${PASSWORD}\n`, dataDirectory, ...words);
  if (code !== 0 || token === undefined) throw new Error(`no token, or no password could be set: ${stderr}`);
  return { product, token };
}

/** Makes the data folder that is copied. */
export async function makeProductTemplate(): Promise<{
  options: ProductTemplate;
  close: () => Promise<void>;
}> {
  const { product, token } = await startFirst();
  const { dataDirectory } = product;
  await product.stop();
  return { options: { dataDirectory, token }, close: () => removeDataFolder(dataDirectory) };
}

export async function startOwnedProduct(environment: Settings = {}): Promise<OwnedProduct> {
  const dataDirectory = newDataFolder();
  const token = await copyProductTemplate(dataDirectory);
  if (token === undefined) return startFirst(environment);
  return { product: await startStandalone({ dataDirectory, environment }), token };
}
