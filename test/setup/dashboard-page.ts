import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../src/main/free-port.js';
import { openBrowser } from './browser.js';
import { checkAccessible, checkDark, shoot } from './page.js';
import { openService, type Client, type RunningService } from './running.js';
import { mailSettings, openMailbox, personOf, type Mailbox } from './sign-in.js';

/** Owner of the demo account. */
export const owner = 'owner@example.com';

/** A service with its mailbox, and a browser for its dashboard. */
export interface Dashboard {
  readonly service: RunningService;
  readonly mailbox: Mailbox;
  readonly browser: Browser;
  /** Calls in the owner's session. */
  asOwner(): Promise<Client>;
  /** The owner invites `<role>@example.com` for each role. */
  invite(...roles: readonly string[]): Promise<void>;
  /** A window without a session, a phone's unless wider, of a browser in English unless another locale is given. */
  window(width?: number, locale?: string): Promise<Window>;
  /** A window in which the member has signed in. */
  enter(address: string, width?: number): Promise<Window>;
  /** Runs the checker, then stops service and browser. */
  stop(): Promise<void>;
}

export async function openDashboard(settings: Readonly<Record<string, string>> = {}): Promise<Dashboard> {
  const mailbox = openMailbox();
  const [opened, browser] = await Promise.all([
    openService({ ...mailSettings, ...settings }, mailbox),
    openBrowser(),
  ]);
  const service = { ...opened, baseUrl: settings['PUBLIC_URL'] ?? opened.baseUrl };
  const asOwner = (): Promise<Client> => personOf(service, mailbox, owner);
  const window = (width?: number, locale?: string): Promise<Window> =>
    openWindow(browser, service, { width, locale });
  return {
    service,
    mailbox,
    browser,
    asOwner,
    window,
    async invite(...roles) {
      const client = await asOwner();
      for (const role of roles) await client.post('/v1/members', { email: `${role}@example.com`, role });
    },
    enter: async (address, width) => enterBy(await window(width), service, { mailbox, address }),
    async stop() {
      await browser.close();
      await service.check();
      await service.stop();
    },
  };
}

/** Under a name for which browsers keep passkeys: they take localhost for a safe one. */
export async function openNamedDashboard(): Promise<Dashboard> {
  const PORT = String(await freePort());
  return openDashboard({ PORT, HOST: '127.0.0.1', PUBLIC_URL: `http://localhost:${PORT}` });
}

/** A window on the dashboard, and what its browser complained of. */
export interface Window {
  readonly page: Page;
  readonly complaints: string[];
  /** Goes to a page and waits until it has something to show. */
  see(path: string): Promise<void>;
}

/** A window where nobody is signed in yet: a phone's, unless it is wider. */
async function openWindow(
  browser: Browser,
  service: Pick<RunningService, 'baseUrl'>,
  { width = 360, locale = 'en-US' }: { width?: number | undefined; locale?: string | undefined },
): Promise<Window> {
  const viewport = { width, height: width < 500 ? 740 : 900 };
  const context = await browser.newContext({ viewport, locale, hasTouch: width < 500 });
  const page = await context.newPage();
  const complaints: string[] = [];
  // A refusal is shown, and the browser notes its status besides.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    page,
    complaints,
    async see(path) {
      await page.goto(`${service.baseUrl}/dashboard${path}`);
      await page.locator('main h1').first().waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
    },
  };
}

/** Signs in by the code of a mail, as a person does. */
export async function enterBy(
  window: Window,
  service: Pick<RunningService, 'baseUrl'>,
  { mailbox, address }: { readonly mailbox: Mailbox; readonly address: string },
): Promise<Window> {
  const { page } = window;
  await page.goto(`${service.baseUrl}/dashboard`);
  const before = mailbox.subjectsTo(address).filter((each) => /^\d{6} /.test(each)).length;
  await page.getByLabel('E-mail address').fill(address);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = await mailbox.codeFor(address, before);
  await page.getByLabel('6-digit code from the e-mail').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  return window;
}

/** Fails where the page is not accessible, by day and by night, and takes its pictures. */
export async function lookAt({ page }: Window, name: string): Promise<void> {
  await checkAccessible(page);
  await checkDark(page);
  await shoot(page, `dashboard-${name}`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await shoot(page, `dashboard-${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Plugs in an authenticator of Chromium's own, which verifies its user by itself. */
export async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
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
    credentials: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** Adds a passkey on the page Security. */
export const addPasskey = async ({ page }: Window, name: string): Promise<void> => {
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText(`${name} is added.`).waitFor();
};
