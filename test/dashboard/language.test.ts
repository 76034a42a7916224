import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDashboard, owner, type Dashboard, type Window } from '../setup/dashboard-page.js';
import { checkAccessible, checkFits, shoot } from '../setup/page.js';
import type { Client } from '../setup/running.js';
import { isEnglish, textsOf, withoutData } from '../setup/screen-text.js';
import { signIn } from '../setup/sign-in.js';
import { fund, mxnPayout, speiBeneficiary } from '../setup/verbs.js';

const languages = ['es', 'pt'] as const;
type Language = 'en' | (typeof languages)[number];

/** Words that a native writes as English does. */
const alike: Readonly<Record<(typeof languages)[number], readonly string[]>> = {
  es: ['Total', 'total', 'no', 'Error', 'Principal', 'manual', 'Real', 'clave de rastreo'],
  pt: [
    'Total',
    'total',
    'Menu',
    'Principal',
    'manual',
    'Real',
    'Status',
    'status',
    'E-mail',
    'Data',
    'clave de rastreo',
  ],
};

let dashboard: Dashboard;
let asOwner: Client;
let token: string;
const ids: string[] = [];
const lists = [
  'payouts', 'payout-batches', 'payout-batch-items', 'beneficiaries', 'remittances', 'withdrawals', 'payins',
  'funding-accounts', 'refunds', 'hosted-sessions', 'journals', 'settlements', 'webhook-endpoints',
  'deliveries', 'events', 'requests', 'api-keys', 'customers', 'settlement-destinations', 'approvals',
  'quotes', 'members', 'hosted-pages', 'reconciliation-exceptions',
]; // prettier-ignore

beforeAll(async () => {
  dashboard = await openDashboard({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true' });
  const { service, mailbox } = dashboard;
  token = await signIn(service, mailbox, owner);
  asOwner = await dashboard.asOwner();
  await service.post('/v1/webhook-endpoints', { url: 'http://127.0.0.1:9/hook' });
  await fund(service, 'MXN', '10000.00');
  await dashboard.invite('viewer');
  const beneficiaryId = await speiBeneficiary(service);
  const done = await service.post('/v1/payouts', mxnPayout(beneficiaryId, '120.00'));
  await service.post('/v1/payouts', mxnPayout(beneficiaryId, '20.00', 'sim:fail'));
  await service.post('/v1/payouts', mxnPayout(beneficiaryId, '30.00', 'sim:uncertain'));
  const payin = (await service.get('/v1/payins')).at('data.0.id') as string;
  await service.post('/v1/refunds', { payin_id: payin, amount: '1.00' });
  await service.post('/v1/payout-batches', { items: [mxnPayout(beneficiaryId, '5.00')] });
  await service.post('/v1/quotes', {
    ...mxnPayout(beneficiaryId, '5.00'),
    description: undefined,
  });
  await service.until(`/v1/payouts/${done.get('id')}`, (each) => each.at('status') === 'completed');
  const above = [{ currency: 'MXN', amount: '200.00' }];
  await asOwner.call('PUT', '/v1/approval-policy', { body: { payouts: { above }, approvals: 1 } });
  await service.post('/v1/payouts', mxnPayout(beneficiaryId, '250.00'));
  ids.push(payin, done.get('id'), beneficiaryId);
});
afterAll(() => dashboard?.stop());

/** A window of the owner, whose language is this one. */
async function openIn(language: Language, width = 1280): Promise<Window> {
  await asOwner.call('PATCH', '/dashboard/preferences', { body: { language } });
  const window = await dashboard.window(width);
  await window.page.addInitScript(`sessionStorage.setItem('psp.dashboard.token', '${token}')`);
  await window.see('/');
  return window;
}

/** Each screen by its address, and what is done there before it is read. */
interface Screen {
  readonly path: string;
  readonly act?: (window: Window) => Promise<void>;
}

const openFilters = async ({ page }: Window): Promise<void> => {
  const filters = page.locator('details.filters > summary');
  if ((await filters.count()) > 0) await filters.click();
};

async function seePrice({ page }: Window): Promise<void> {
  await page.locator('input[name="amount"]').fill('10.00');
  await page.locator('form button.main').click();
  await page.locator('section.confirm').waitFor();
}

async function refuseAmount({ page }: Window): Promise<void> {
  await page.locator('input[name="amount"]').fill('10.0055');
  await page.locator('form button.main').click();
  await page.getByRole('alert').waitFor();
}

async function doubtAmount({ page }: Window): Promise<void> {
  await page.locator('input[name="amount"]').fill('1.250');
  await page.locator('small.wrong').waitFor();
}

const fileOf = (clabe: string, amount: string) => ({
  name: 'wages.csv',
  mimeType: '',
  buffer: Buffer.from(`method,currency,details.name,details.clabe,source_currency,amount,amount_side
spei,MXN,Rosa Campos,032180000118359719,MXN,10.00,destination
spei,MXN,Ana Torres,${clabe},MXN,${amount},destination
`),
});

async function checkFile({ page }: Window): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(fileOf('032180000118359719', '99999.00'));
  await page.locator('form button.main').first().click();
  await page.locator('section.confirm').waitFor();
}

async function refuseFile({ page }: Window): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(fileOf('032180000118359710', '10.00'));
  await page.locator('form button.main').first().click();
  await page.getByRole('alert').waitFor();
}

async function refuseBeneficiary(window: Window): Promise<void> {
  const { page } = window;
  const spei = page.locator('select[name="way"] option', { hasText: /MXN/ });
  await page.locator('select[name="way"]').selectOption((await spei.first().getAttribute('value')) ?? '');
  await page.locator('[name="details.name"]').fill('Ana Torres');
  await page.locator('[name="details.clabe"]').fill('123');
  await page.locator('form button.main').click();
  await page.getByRole('alert').waitFor();
}

/** Opens the form of the page's first action. */
async function openAct({ page }: Window): Promise<void> {
  const button = page.locator('.acts details button:enabled').first();
  if ((await button.count()) === 0) return;
  await button.click();
  await page.locator('dialog.act button.main:enabled').waitFor();
}

async function searchFor({ page }: Window): Promise<void> {
  await page.locator('search input').fill('no such thing');
  await page.keyboard.press('Enter');
  await page.locator('.empty').waitFor();
}

function screens(): readonly Screen[] {
  const [payin = ''] = ids;
  return [
    { path: '/' },
    { path: '/pay', act: seePrice },
    { path: '/pay', act: refuseAmount },
    { path: '/pay', act: doubtAmount },
    { path: '/new-batch', act: checkFile },
    { path: '/new-batch', act: refuseFile },
    { path: '/new-beneficiary', act: refuseBeneficiary },
    { path: `/refund/${payin}` },
    { path: '/new-endpoint' },
    { path: '/hosted-page' },
    { path: '/team' },
    { path: '/settings' },
    { path: '/security' },
    { path: '/reports' },
    { path: '/reports?name=balances' },
    { path: '/search', act: searchFor },
    { path: '/l/nothing' },
    { path: '/l/payouts?nothing=1' },
    { path: '/l/payouts?status=failed' },
    ...lists.map((path) => ({ path: `/l/${path}`, act: openFilters })),
    ...ids.map((id) => ({ path: `/o/${id}`, act: openAct })),
  ];
}

async function readAll(
  window: Window,
  each: (at: number, path: string) => Promise<void>,
): Promise<Set<string>[]> {
  const all: Set<string>[] = [];
  for (const [at, { path, act }] of screens().entries()) {
    await window.page.goto(`${dashboard.service.baseUrl}/dashboard${path}`);
    await window.page.locator('main').first().waitFor();
    await window.page.locator('.loading').first().waitFor({ state: 'detached' });
    await act?.(window);
    all.push(new Set(await textsOf(window.page)));
    await each(at, path);
  }
  return all;
}

let inEnglish: Set<string>[];

test('in English every screen is read, and its first rows lead to more', async () => {
  const window = await openIn('en');
  const links = new Map<string, string>();
  for (const path of lists) {
    await window.see(`/l/${path}`);
    const link = window.page.locator('tbody a[href*="/o/"]').first();
    const id = (await link.count()) > 0 ? (await link.getAttribute('href'))?.split('/').at(-1) : undefined;
    if (id !== undefined) links.set(id.split('_')[0] ?? '', id);
  }
  ids.push(...[...links].filter(([kind]) => !['pin', 'pout', 'ben'].includes(kind)).map(([, id]) => id));
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.some((id) => id.startsWith('apr_'))).toBe(true);
  inEnglish = await readAll(window, async () => undefined);
  expect(inEnglish.flatMap((each) => [...each]).length).toBeGreaterThan(1_000);
  expect(window.complaints).toEqual([]);
});

test.each(languages)(
  'in %s no screen shows an English text, and all fit desktop and phone',
  async (language) => {
    const window = await openIn(language);
    const { page } = window;
    const all = await readAll(window, async (at, path) => {
      await checkFits(page);
      await shoot(page, `language-${language}-${at}-1280`);
      await page.setViewportSize({ width: 360, height: 740 });
      await (path.startsWith('/l/') ? checkFits(page) : checkAccessible(page));
      await shoot(page, `language-${language}-${at}-360`);
      await page.setViewportSize({ width: 1280, height: 900 });
    });
    const found = screens().flatMap(({ path }, at) =>
      [...(all[at] ?? [])].flatMap((text) => {
        const own = withoutData(text);
        if (!/\p{L}{2}/u.test(own) || alike[language].includes(own)) return [];
        return inEnglish[at]?.has(text) || isEnglish(own) ? [`${path}: ${text}`] : [];
      }),
    );
    expect(found).toEqual([]);
    expect(window.complaints).toEqual([]);
  },
);

/** Whether the menu's entry of the present page can be seen without scrolling. */
const isInSight = `(() => {
  const { top, bottom } = document.querySelector('nav.side a.active').getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
})()`;

test.each(['en', ...languages] as const)(
  'in %s a page is titled as the entry of the menu that opens it, which is in sight',
  async (language) => {
    const window = await openIn(language);
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 600 });
    const entries = (await page.evaluate(
      `[...document.querySelectorAll('nav.side a')].map((each) => [each.pathname, each.textContent])`,
    )) as [string, string][];
    expect(entries.length).toBeGreaterThan(25);
    const program = (await page.title()).split(' · ').slice(1).join(' · ');
    for (const [path, text] of entries) {
      await window.see(path.replace('/dashboard', ''));
      expect.soft(await page.locator('main h1').textContent(), path).toBe(text);
      expect.soft(await page.title(), path).toBe(`${text} · ${program}`);
      expect.soft(await page.evaluate(isInSight), path).toBe(true);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await page.locator('button.menu').click();
    expect(await page.evaluate(isInSight)).toBe(true);
  },
);

test('an amount is typed as the language writes it, and one with two meanings is not sent', async () => {
  const { page } = await openIn('pt', 360);
  await page.goto(`${dashboard.service.baseUrl}/dashboard/pay`);
  const amount = page.getByLabel('Valor em MXN', { exact: true });
  await amount.fill('1.250');
  await page.getByText(/^Pode ser 1,250 ou 1\.250,00\./).waitFor();
  await page.locator('form button.main').click();
  expect(
    await amount.evaluate(
      (input) => (input as unknown as { validity: { customError: boolean } }).validity.customError,
    ),
  ).toBe(true);
  await checkAccessible(page);
  expect(await page.locator('section.confirm').count()).toBe(0);
  await amount.fill('1250,5');
  await page.getByText('Lido como 1.250,5').waitFor();
  await page.locator('form button.main').click();
  await page
    .locator('section.confirm')
    .getByRole('button', { name: /^Pagar 1\.250,50 MXN/ })
    .waitFor();
});

/** Keeps every text that the page has shown since it began to load. */
const remember = `globalThis.shown = [];
  new MutationObserver(() => shown.push(document.body?.textContent ?? ''))
    .observe(document, { childList: true, subtree: true, characterData: true });`;

test('the sign-in speaks the language of the browser, and a choice made there is kept', async () => {
  const window = await dashboard.window(360, 'es-MX');
  const { page } = window;
  const readIn = async (language: string): Promise<void> => {
    expect(await page.evaluate('document.documentElement.lang')).toBe(language);
    expect((await textsOf(page)).filter(isEnglish)).toEqual([]);
    await checkAccessible(page);
    await shoot(page, `language-${language}-entry-360`);
  };
  await page.goto(`${dashboard.service.baseUrl}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Iniciar sesión' }).waitFor();
  await readIn('es');
  await page.locator('.switcher select').selectOption('pt');
  await page.getByRole('heading', { level: 1, name: 'Entrar' }).waitFor();
  await page.getByLabel(/^E-mail/).fill('viewer@example.com');
  const before = dashboard.mailbox.subjectsTo('viewer@example.com').length;
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await page.getByLabel(/^Código de 6 dígitos do e-mail/).waitFor();
  await readIn('pt');
  // Changing the language keeps the code that was asked for.
  await page.locator('.switcher select').selectOption('es');
  await page.getByLabel(/^Código de 6 dígitos del correo/).waitFor();
  await page.locator('.switcher select').selectOption('pt');
  expect(dashboard.mailbox.subjectsTo('viewer@example.com').length).toBeGreaterThan(before);
  await page
    .getByLabel(/^Código de 6 dígitos do e-mail/)
    .fill(await dashboard.mailbox.codeFor('viewer@example.com'));
  await page.getByRole('button', { name: 'Entrar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Início' }).waitFor();
  const { body } = await asOwner.get('/v1/members');
  expect(JSON.stringify(body)).toMatch(/"email":"viewer@example.com"[^}]*"language":"pt"/);

  await page.addInitScript(remember);
  await window.see('/security');
  const shown = (await page.evaluate('shown')) as readonly string[];
  expect(shown.some((text) => text.includes('Segurança'))).toBe(true);
  expect(shown.filter((text) => /Loading|Cargando|Security|Skip/.test(text))).toEqual([]);
  expect(window.complaints).toEqual([]);
});
