import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instructionsOf } from '../../src/adapters/providers/simulator/instructions.js';
import { errors, type ErrorCode } from '../../src/api/error.js';
import { readDescription } from '../../src/api/docs/description.js';
import { exampleOf } from '../../src/api/docs/example.js';
import { Markup, markup } from '../../src/api/markup.js';
import { docsHeaders, docsPage } from '../../src/api/docs/page.js';
import { phrase, prose } from '../../src/api/docs/prose.js';
import { codesOf } from '../../src/api/rest/openapi.js';
import { needsAuthenticator } from '../../src/api/docs/recipe.js';
import { dashboardRoutes } from '../../src/api/rest/dashboard.js';
import { routes } from '../../src/api/rest/routes.js';
import { eventTypes } from '../../src/domain/event.js';
import { exact } from '../../src/domain/money.js';
import { settledOnce } from '../setup/settled.js';
import { holdPayouts } from '../setup/approval.js';
import { sealedOnce } from '../setup/ledger-seal.js';
import { fund } from '../setup/verbs.js';
import { openService, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import {
  blocksIn,
  filledIn,
  openapiText,
  page,
  pasted,
  plain,
  programs,
  run,
  settled,
  setup,
  shellBlocks,
} from './pasted.js';
import { runNode, runPython } from './program.js';

const description = readDescription(openapiText);
const text = plain(page);
const all = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, found = '']) => found);

describe('the reference page', () => {
  it('has every operation with all its fields, values and patterns', () => {
    for (const { operationId, method, path, summary, parameters } of description.operations) {
      expect(page).toContain(`id="${operationId}"`);
      expect(text).toContain(`${method} ${path}`);
      expect(text).toContain(summary);
      for (const { name } of parameters) expect(text).toContain(name);
    }
    const known = JSON.stringify(description.components.schemas);
    const values = [...known.matchAll(/"(?:pattern|format|enum)":("(?:[^"\\]|\\.)*"|\[[^\]]*\])/g)];
    const words = values.flatMap(([, value = '']) => JSON.parse(value) as string | string[]);
    const names = Object.values(description.components.schemas).flatMap(({ properties = {} }) =>
      Object.keys(properties),
    );
    expect([...words, ...names].filter((word) => !text.includes(word))).toEqual([]);
  });

  it('has every error code, event type and sim: tag', () => {
    expect(all(/ id="error-([^"]+)"/g).sort()).toEqual(Object.keys(errors).sort());
    expect(eventTypes.filter((type) => !page.includes(`<code>${type}</code>`))).toEqual([]);
    const tags = 'paid fail fail:late fail:<code> uncertain uncertain:paid uncertain:fail return hold';
    const more = 'slow:<ms> queue:<ms> unsent mismatch review block';
    expect(`${tags} ${more}`.split(' ').filter((tag) => !text.includes(`sim:${tag}`))).toEqual([]);
  });

  it('lists codes that nothing returns', () => {
    const [paragraph = ''] =
      /At present, no operation is refused with these codes[^]*?<\/p>/.exec(page) ?? [];
    const unanswered = [...paragraph.matchAll(/<code[^>]*>(\w+)<\/code>/g)].map(([, code = '']) => code);
    const answered = new Set([...routes, ...dashboardRoutes].flatMap(codesOf));
    // Returned before an operation is chosen.
    answered.add('method_not_allowed');
    expect(unanswered.sort()).toEqual(
      Object.keys(errors)
        .filter((code) => !answered.has(code as ErrorCode))
        .sort(),
    );
    expect(unanswered.filter((code) => new RegExp(`<tr>.*>${code}</code>`).test(page))).toEqual([]);
  });

  it('shows an example for each status with its own response', () => {
    for (const { operationId, answers } of description.operations) {
      const [part = ''] =
        new RegExp(`<article class="operation" aria-labelledby="${operationId}"[^>]*>[^]*?</article>`).exec(
          page,
        ) ?? [];
      for (const { status, content } of answers.filter((each) => each.status < 300)) {
        const example = JSON.stringify(content?.['application/json']?.example, null, 2);
        const found = blocksIn(part).filter(({ block }) => block === example);
        if (example === undefined) continue;
        expect(found.length, `${operationId} ${status}`).toBe(1);
        expect(found[0]?.label).toMatch(new RegExp(`^Example of a response(: .*${status}|$)`));
      }
    }
    expect(text).toContain('Example of a response: 201');
  });

  it('has contents with every operation, on a screen of any width', () => {
    const [contents = ''] = /<nav[^]*?<\/nav>/.exec(page) ?? [];
    expect(contents).toMatch(/^<nav [^>]*><details><summary>/);
    expect(
      description.operations.filter(({ operationId }) => !contents.includes(`href="#${operationId}"`)),
    ).toEqual([]);
    const [style = ''] = all(/<style>([^]*?)<\/style>/g);
    const hiding = [...style.matchAll(/([^{}]*)\{[^{}]*display:none/g)].map(([, selector = '']) => selector);
    expect(hiding.length).toBeGreaterThan(1);
    expect(hiding.filter((selector) => /nav.*\b(ul|li|a)\b/.test(selector))).toEqual([]);
    for (const { method, summary } of description.operations)
      expect(plain(contents)).toContain(`${method} ${summary}`);
  });

  it('describes every instruction of the simulated bank', async () => {
    const request = { reference: 'r', currency: 'BRL', amount: exact('1'), expiresAt: new Date(0) };
    const instructions = [
      await instructionsOf({ ...request, method: 'pix' }),
      await instructionsOf({ ...request, method: 'spei' }),
    ];
    const text = description.components.schemas['FundingAccount']?.properties?.['instructions']?.description;
    const words: string[] = text?.match(/\w+/g) ?? [];
    expect(instructions.flatMap((each) => Object.keys(each)).filter((key) => !words.includes(key))).toEqual(
      [],
    );
  });

  it("has examples that change nothing of the reader's own", () => {
    const acting = description.operations.filter(
      (each) => each.method !== 'GET' && each.path.includes('{id}') && !needsAuthenticator(each),
    );
    const looksUp = acting.filter((operation) =>
      /"\$PSP_BASE_URL[^"]*first_id/.test(exampleOf(operation, description).shell),
    );
    expect(looksUp.map(({ operationId }) => operationId)).toEqual([
      'checkPayee',
      'updateRemittance',
      'approveApproval',
      'declineApproval',
      'pingWebhookEndpoint',
      'redeliverEvent',
    ]);
  });

  it('has unique ids, and only links that work', () => {
    const ids = all(/ id="([^"]+)"/g);
    expect(ids.length).toBe(new Set(ids).size);
    const links = all(/ href="#([^"]+)"/g);
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('loads nothing and runs one script', () => {
    expect(all(/(<script[^>]*>)/g)).toEqual(['<script>']);
    const text = page.replace(/<script>[^]*<\/script>/, '');
    expect(text).not.toMatch(/<(link|img|iframe|object|form)|\bsrc=|\bstyle=|\bon\w+=|@import|url\(/i);
    expect([...text.matchAll(/ href="([^"#][^"]*)"/g)].map(([, to]) => to)).toEqual(['/v1/openapi.json']);
    expect(plain(text)).not.toMatch(/undefined|\[object|NaN/);
    const [script = ''] = all(/<script>([^]*)<\/script>/g);
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|https?:/);
  });

  it('asks for no key and sends nothing in live', () => {
    const live = docsPage(openapiText, 'live');
    expect([page, live].map((each) => /<body[^>]*data-lists=/.test(each))).toEqual([true, false]);
    const policies = (['sandbox', 'live'] as const).map(
      (each) => docsHeaders(each)['Content-Security-Policy'],
    );
    expect(policies.map((each) => each?.includes('connect-src'))).toEqual([true, false]);
  });

  it('begins with one call, and has a section for each guide', () => {
    expect(shellBlocks[0]?.label).toBe('Example: A first call');
    const guides = 'first-payment webhooks idempotency errors pagination going-live versioning'.split(' ');
    expect(guides.filter((each) => !page.includes(`<section aria-labelledby="guide-${each}">`))).toEqual([]);
  });

  it('has a section for each event type, with the fields of its data', () => {
    expect(all(/<code id="event-([^"]+)"/g).sort()).toEqual([...eventTypes].sort());
    const [part = ''] = /<h3 id="data-PayoutEvent">[^]*?<h3 /.exec(page) ?? [];
    expect(part).toContain('Fields of data: Payout');
    expect(part).toContain('<code class="name">failure_code</code>');
  });

  it('pastes the same key each time', () => {
    const keys = all(/Idempotency-Key: ([^&"]*)&quot;/g);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !/^[\w-]+-\$RUN$/.test(key))).toEqual([]);
    expect(setup.match(/date/g)).toEqual(['date']);
  });

  it('closes every tag in order', () => {
    const open: string[] = [];
    for (const [, closing, name = ''] of page
      .replace(/<style>[^]*<\/style>|<script>[^]*<\/script>/g, '')
      .matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*>/g)) {
      if (name === 'meta') continue;
      if (closing === '/') expect(open.pop()).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});

describe('text in the page', () => {
  it('never becomes markup', () => {
    const nasty = `<b a="1" c='2'>&`;
    const escaped = '&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;';
    expect(markup`<i>${nasty}</i>${[nasty, new Markup('<hr>')]}`.text).toBe(
      `<i>${escaped}</i>${escaped}<hr>`,
    );
    expect(markup`${phrase('`<i>` & **<x>**')}`.text).toBe(
      '<code>&lt;i&gt;</code> &amp; <strong>&lt;x&gt;</strong>',
    );
  });

  it('stays text in every part of the description', () => {
    const nasty = openapiText.replaceAll(
      /"(description|summary|title)": "/g,
      '"$1": "<script>alert(1)</script>',
    );
    expect(docsPage(nasty, 'sandbox').split('<script').length).toBe(2);
  });

  it('has lists, tables and code', () => {
    const code = markup`${prose('a\n\n```js\nb &&\n\n- `c`\n```\n\nd')}`.text;
    expect(code).toMatch(/^<p>a<\/p><pre [^>]*><code>b &amp;&amp;\n\n- `c`<\/code><\/pre><p>d<\/p>$/);
    expect(markup`${prose('- b\n  c\n- d')}`.text).toBe('<ul><li>b\n  c</li><li>d</li></ul>');
    expect(markup`${prose('[b](javascript:c)')}`.text).toBe('<p>[b](javascript:c)</p>');
    const table = markup`${prose('| A | B |\n| --- | --- |\n| c | d |')}`.text;
    expect(table).toContain('<th scope="col">A</th><th scope="col">B</th>');
    expect(table).toContain('<tr><th scope="row">c</th><td data-label="B">d</td></tr>');
  });
});

/** Pays what earlier examples left waiting, and creates a refundable pay-in. */
async function payIn(service: RunningService): Promise<void> {
  const active = await service.get('/v1/funding-accounts?status=active&limit=100');
  for (const { id, amount = '10.00' } of active.at('data') as { id: string; amount?: string }[])
    await service.post('/v1/sandbox/deposits', { funding_account_id: id, amount });
  await settled(service);
  await fund(service, 'PEN', '150.00');
}

describe('the page as it is served', () => {
  const mailbox = openMailbox();
  let service: RunningService;
  beforeAll(async () => {
    service = await openService(mailSettings, mailbox);
  });
  afterAll(() => service.stop());

  it('needs no key, allows only its own style and script, and accepts only GET', async () => {
    const answer = await service.get('/v1/docs', { key: null });
    expect([answer.status, answer.text === page]).toEqual([200, true]);
    const [style = ''] = all(/<style>([^]*?)<\/style>/g);
    const [script = ''] = all(/<script>([^]*)<\/script>/g);
    const [ofStyle, ofScript] = [style, script].map((each) =>
      createHash('sha256').update(each).digest('base64'),
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${ofStyle}'; script-src 'sha256-${ofScript}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const posted = await service.call('POST', '/v1/docs', { key: null });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await service.get('/v1/docs?theme=dark', { key: null })).at('error.param')).toBe('theme');
  });

  it("names what to run first in an empty sandbox, and shows an example's error", async () => {
    const deposit = shellBlocks.find(({ shell }) => shell.includes('/v1/sandbox/deposits'));
    const empty = await run(service, `${setup}\n${deposit?.shell}`);
    expect(empty.stderr).toBe(
      '/v1/funding-accounts?status=active is still empty. First run the example: Create a funding account. Its result may take a moment.\n',
    );
    const env = { ...process.env, PSP_API_KEY: service.apiKey, PSP_BASE_URL: service.baseUrl, RUN: 'empty' };
    const settling = (language: 'Node' | 'Python') =>
      programs(language)
        .filter(({ block }) => block.includes('Nothing is in /v1/settlements yet.'))
        .slice(0, 1);
    const missing = 'First run the example: psp settlement run';
    await expect(runNode(settling('Node'), env)).rejects.toThrow(missing);
    await expect(runPython(settling('Python'), env)).rejects.toThrow(missing);
    const refused = await run(service, `${setup}\nPSP_API_KEY=psp_test_none\n${deposit?.shell}`);
    expect(refused.stderr).toMatch(/^\{"error":.*"code":"invalid_api_key".*\}\n$/);
  });

  it('has a working example for each operation', async () => {
    const [first, ...blocks] = shellBlocks;
    expect((await run(service, first?.shell ?? '')).stdout).toContain(`"id":"${service.accountId}"`);
    const listed = description.operations.filter((each) => !needsAuthenticator(each));
    expect(blocks.length).toBe(6 + listed.length);
    await settledOnce(service, { accountId: service.accountId, client: service });
    await sealedOnce(service);
    await fund(service, 'MXN', '5000.00');
    // The examples approve and decline payouts in three languages.
    await holdPayouts(service, 12);
    for (const { label, shell } of blocks) {
      const filled = await filledIn(service, mailbox, shell);
      const status = await pasted(service, `${setup}\n${filled}\n${shell}`, /^2/);
      expect(status, `${label}\n${shell}`).toMatch(/^2/);
      await settled(service);
    }
    const happened = await run(service, `${setup}\n${blocks[5]?.shell}`);
    expect(happened.stdout).toMatch(/"type":"payout\.created"[^]*"type":"payout\.(completed|failed)"/);
    const payouts = await service.get('/v1/payouts?limit=100');
    const all = payouts.at('data') as { status: string; failure_code?: string; approval?: object }[];
    const described = all.filter(({ approval }) => approval === undefined);
    expect(described.map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'cancelled',
      'completed',
      'completed',
      'completed',
      'completed',
      'completed',
      'completed',
      'completed',
      'failed',
    ]);
    expect(described.find(({ status }) => status === 'failed')?.failure_code).toBe('account_closed');
    const endpoints = (await service.get('/v1/webhook-endpoints')).at('data');
    expect(endpoints).toMatchObject([{ url: 'https://shop.example.com/webhooks', active: true }]);
    expect(endpoints).not.toHaveProperty('0.previous_secret_expires_at');
    const customers = await service.get('/v1/customers?external_id=user-1042');
    expect(customers.at('data')).toMatchObject([{ metadata: { tier: 'gold' } }]);
    await service.check();
  });

  it('repeats nothing if pasted twice', async () => {
    await payIn(service);
    const keyed = shellBlocks.filter(({ shell }) =>
      shell.slice(shell.lastIndexOf('curl -sS')).includes('Idempotency-Key'),
    );
    expect(keyed.length).toBeGreaterThan(10);
    for (const { label, shell } of keyed) {
      // Like a reader who pastes the example again into the same shell.
      const twice = `${setup}\n${shell}\n${shell.replaceAll('curl -sS', "curl -sS -w '\\n%header{idempotent-replayed}'")}`;
      const { stdout } = await run(service, twice);
      expect(stdout.match(/\ntrue/g)?.length ?? 0, `${label}\n${stdout}`).toBeGreaterThan(0);
      await settled(service);
    }
  });

  it.each([
    ['Node', runNode],
    ['Python', runPython],
  ] as const)('has working programs in %s', async (language, runAll) => {
    await payIn(service);
    // The curl examples have already claimed the host names of the page.
    const own = (block: string) =>
      block.replaceAll('pay.example.com', `${language.toLowerCase()}.example.com`);
    const all = programs(language).map(({ label, block }) => ({ label, block: own(block) }));
    const ofPeople = all.filter(({ block }) => block.includes('SESSION'));
    const session = await signIn(service, mailbox, 'owner@example.com');
    expect(ofPeople.length).toBeGreaterThan(0);
    const env = {
      ...process.env,
      SESSION: session,
      PSP_API_KEY: service.apiKey,
      PSP_BASE_URL: service.baseUrl,
    };
    const secret = `whsec_${'a'.repeat(44)}`;
    const said = await runAll(all, { ...env, RUN: `${language}-${Date.now()}`, WEBHOOK_SECRET: secret });
    expect(said).toContain('422 same_currency');
    expect(said).toContain(`${service.baseUrl}/v1/docs#error-same_currency`);
    expect(said).toMatch(/^[Tt]rue$/m);
    expect(said).toMatch(/204 400/);
    await service.check();
  });
});
