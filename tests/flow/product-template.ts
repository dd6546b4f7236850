// A data folder of a product after its first start, with a password for the owner: made once per test run, to be
// copied. A copy takes 85 ms; the initdb and the migrations of a first start take 1 s of processor time.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { copyFolder, sharedOptions } from '@kurz/backends';

/** `token`: the token of the first workspace, which only the first start prints. */
export type ProductTemplate = { dataDirectory: string; token: string };

/**
 * Copies the template to a folder that does not exist yet; resolves with its token. Does nothing where jest was called
 * by hand, because there is no template.
 */
export async function copyProductTemplate(dataDirectory: string): Promise<string | undefined> {
  const template = await sharedOptions<ProductTemplate>('product-template');
  if (!template) return undefined;
  await mkdir(path.dirname(dataDirectory), { recursive: true });
  await copyFolder(template.dataDirectory, dataDirectory);
  return template.token;
}
