// Passkeys in a real browser with its virtual authenticator: added in the settings, then used as the only factor, as
// the second one, and for re-authentication.

import type { CDPSession, Page, Route } from 'playwright-core';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

type Key = {
  credentialId: string;
  privateKey: string;
  rpId?: string;
  userHandle?: string;
  signCount: number;
};

type Authenticator = {
  keys: () => Promise<Key[]>;
  hold: (keys: readonly Key[]) => Promise<void>;
  /** Sets whether user verification succeeds. */
  verify: (isVerified: boolean) => Promise<void>;
};

/** A phone or a computer that holds passkeys; its user confirms every request. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    hold: async (keys) => {
      for (const key of keys) {
        const credential = { ...key, isResidentCredential: true };
        await session.send('WebAuthn.addCredential', { authenticatorId, credential });
      }
    },
    verify: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

const account = () => `/app/w/${world.workspaceId}/settings/account`;
const links = (page: Page) => page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();

let keys: Key[] = [];

const WITHOUT_OFFERS = 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)';

type SignIn = { isOffered?: boolean; language?: 'en' | 'de' };

/** The virtual authenticator accepts an offer at once, so offers are off when a test starts the sign-in itself. */
async function openSignIn({ isOffered = false, language = 'en' }: SignIn = {}) {
  const opened = await world.open('/app/icon.svg', { isSignedOut: true, language, hasOwnContext: true });
  const { page } = opened;
  const authenticator = await addAuthenticator(page);
  await authenticator.hold(keys);
  if (!isOffered) await page.addInitScript(WITHOUT_OFFERS);
  return { ...opened, authenticator, show: () => page.goto(`${world.product.url}/app/sign-in`) };
}

test('a passkey is added by keyboard, and its recovery codes are shown once', async () => {
  const { page, close } = await world.open(account(), { hasOwnContext: true });
  const authenticator = await addAuthenticator(page);
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByLabel('Name of the passkey').focus();
  await page.keyboard.type('Phone');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await card.getByText('Keep these recovery codes in a safe place').waitFor();
  expect(await card.locator('li code').count()).toBe(10);
  await card.getByRole('button', { name: 'I have kept them' }).click();
  await card.getByText('never used').waitFor();
  keys = await authenticator.keys();
  expect(keys).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
  await close();
});

test('it signs in without a password, by the button', async () => {
  const { page, authenticator, show, close } = await openSignIn();
  await show();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).focus();
  await page.keyboard.press('Enter');
  await links(page);
  keys = await authenticator.keys();
  await page.goto(world.product.url + account());
  await page.getByRole('region', { name: 'Passkeys' }).getByText('last used').waitFor();
  await close();
});

test('the browser offers it where the address is typed', async () => {
  const { page, authenticator, show, close } = await openSignIn({ isOffered: true });
  await show();
  await links(page);
  keys = await authenticator.keys();
  await close();
});

test('an offer that is taken after its five minutes asks once more, and signs in', async () => {
  const { page, authenticator, show, close } = await openSignIn({ isOffered: true });
  const isForgotten = async (route: Route) => {
    const response = await route.fetch();
    const { options } = (await response.json()) as { options: object };
    // a challenge that the service no longer knows
    await route.fulfill({ response, json: { options: { ...options, challenge: 'A'.repeat(43) } } });
  };
  await page.route('**/session/passkey/options', isForgotten, { times: 1 });
  const refused = page.waitForResponse((response) => response.url().endsWith('/session/passkey'));
  await show();
  expect((await refused).status()).toBe(400);
  await links(page);
  keys = await authenticator.keys();
  await close();
});

test('without the right finger it signs nobody in, and the page says so', async () => {
  const { page, authenticator, show, close } = await openSignIn({ language: 'de' });
  await authenticator.verify(false);
  await show();
  await page.getByRole('button', { name: 'Mit einem Passkey anmelden' }).click();
  await page.getByText('Es wurde kein Passkey benutzt').waitFor();
  expect(new URL(page.url()).pathname).toBe('/app/sign-in');
  await close();
});

test('it is the second factor after a password', async () => {
  const { page, authenticator, show, close } = await openSignIn();
  await show();
  await page.getByLabel('Email address').fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Code', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await links(page);
  keys = await authenticator.keys();
  await close();
});

test('it is renamed and removed in the settings', async () => {
  const { page, show, close } = await openSignIn();
  await show();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await links(page);
  await page.goto(world.product.url + account());
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByRole('button', { name: 'Rename the passkey “Phone”' }).click();
  await page.getByRole('dialog').getByLabel('Name of the passkey').fill('Ring');
  await page.keyboard.press('Enter');
  await card.getByText('Ring', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Remove the passkey “Ring”' }).click();
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await card.getByText('Ring', { exact: true }).waitFor({ state: 'detached' });
  await close();
});
