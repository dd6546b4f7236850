import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { bytesOfBase32 } from '../contract/base32';
import { spawnAdminCommandWith } from '../flow/spawn-admin-command';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const STEP_MS = 30_000;

/** RFC 6238 with SHA-1, six digits and steps of 30 s, written apart from the product's own. */
function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

async function signInAddress(): Promise<string> {
  const { stdout, stderr } = await spawnAdminCommandWith(
    '',
    world.product.dataDirectory,
    'user',
    'sign-in-link',
    OWNER,
  );
  const address = /https?:\S+#token=\S+/.exec(stdout)?.[0];
  if (address === undefined) throw new Error(`no address: ${stdout} ${stderr}`);
  return address.slice(new URL(address).origin.length);
}

async function signInWithPassword(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

test('a sign-in address opens the links once, and says in words that it was used', async () => {
  const address = await signInAddress();
  const first = await world.open(address, { isSignedOut: true });
  await first.page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  expect(first.page.url()).not.toContain('token=');
  await first.close();
  const second = await world.open(address, { isSignedOut: true });
  await second.page.getByText('was used or has expired').waitFor();
  await second.close();
});

test('an authenticator is added, asked for at the next sign-in, and replaced by a recovery code', async () => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/settings/account`);
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByLabel('Your password').fill(PASSWORD);
  await card.getByRole('button', { name: 'Add an authenticator app' }).click();
  await card.getByRole('img', { name: 'QR code of the secret below' }).waitFor();
  const secret = bytesOfBase32((await card.locator('code').first().innerText()).replaceAll(/\s/g, ''));
  const step = Math.floor(Date.now() / STEP_MS);
  await card.getByLabel('Code of the app').fill(codeOf(secret, step));
  await card.getByRole('button', { name: 'Confirm' }).click();
  await card.getByText('Keep these recovery codes in a safe place').waitFor();
  const recoveryCodes = await card.locator('li code').allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await card.getByRole('button', { name: 'I have kept them' }).click();
  await card.getByText('Recovery codes left: 10').waitFor();
  await close();

  const byApp = await world.open('/app/sign-in', { isSignedOut: true });
  await signInWithPassword(byApp.page);
  await byApp.page.getByLabel('Code', { exact: true }).fill('000000');
  await byApp.page.keyboard.press('Enter');
  await byApp.page.locator('input[aria-invalid="true"]').waitFor();
  // the code of the confirmation's step does not count again; the next step's does, even ahead of time
  const nextStep = Math.max(step + 1, Math.floor(Date.now() / STEP_MS));
  await byApp.page.getByLabel('Code', { exact: true }).fill(codeOf(secret, nextStep));
  await byApp.page.keyboard.press('Enter');
  await byApp.page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  await byApp.close();

  const byRecovery = await world.open('/app/sign-in', { isSignedOut: true });
  await signInWithPassword(byRecovery.page);
  await byRecovery.page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
  await byRecovery.page.keyboard.press('Enter');
  await byRecovery.page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  await byRecovery.page.goto(`${world.product.url}/app/w/${world.workspaceId}/settings/account`);
  await byRecovery.page.getByText('Recovery codes left: 9').waitFor();
  await byRecovery.close();
});
