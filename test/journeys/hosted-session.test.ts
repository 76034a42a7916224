import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ports } from '../../src/ports/ports.js';
import { blockCustomer, setCompliance } from '../../src/usecases/customer.js';
import { hostedProgress } from '../../src/usecases/hosted-progress.js';
import { confirmHostedSession } from '../../src/usecases/hosted-session-confirm.js';
import { setWhiteLabel } from '../../src/usecases/hosted-page.js';
import { freezePrice, previewPrice } from '../../src/usecases/hosted-session-price.js';
import {
  findHostedPage,
  findHostedSession,
  keepDraft,
  reportPayment,
  startPublicSession,
} from '../../src/usecases/hosted-session.js';
import { chosen, enablePage, openSession, payee, priceAndConfirm } from '../setup/hosted.js';
import { advance, openOtherAccount, operator, withHand } from '../setup/hand.js';
import { remittanceIs } from '../setup/remit.js';
import { queryRows } from '../setup/rows.js';
import { clientOf, freshKey, openService, type Answer, type RunningService } from '../setup/running.js';
import { deposit, eventsOf, refusal } from '../setup/verbs.js';

let service: RunningService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.stop());

const hand = <T>(act: (ports: Ports) => Promise<T>): Promise<T> => withHand(service, act);
const sessionOf = (id: string): Promise<Answer> => service.get(`/v1/hosted-sessions/${id}`);
const countOf = async (table: string): Promise<number> =>
  Number((await queryRows(service.databaseUrl, `select count(*) as n from ${table}`))[0]?.['n']);

describe('a session', () => {
  test('needs a page that is enabled', async () => {
    await enablePage(service, { enabled: false });
    const refused = await service.post('/v1/hosted-sessions', {});
    expect(refusal(refused)).toEqual([409, 'page_not_enabled']);
    await enablePage(service, { branding_mode: 'co_branded', brand_name: 'Envíos' });
  });

  test('is created once per key, and its token is shown once', async () => {
    const idempotencyKey = freshKey();
    const body = {
      expires_in: 3600,
      prefill: { amount: '10', amount_side: 'source', source_currency: 'PEN' },
    };
    const ask = (): Promise<Answer> => service.post('/v1/hosted-sessions', body, { idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    const [first] = created;
    const token = first?.get('token') ?? '';
    expect(token).toMatch(/^hps_test_[a-z0-9]{12}_[0-9a-f]{64}$/);
    expect(first?.get('path')).toBe(`/s/${token}`);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Idempotent-Replayed')).toBe('true');
      expect(answer.text).not.toContain('hps_');
      expect(answer.get('id')).toBe(first?.get('id'));
    }
    expect(first?.body).toMatchObject({
      status: 'open',
      origin: 'tenant',
      prefill: { ...body.prefill, amount: '10.00' },
      page_id: (await service.get('/v1/hosted-page')).get('id'),
    });
    const listed = await service.get('/v1/hosted-sessions');
    expect(listed.text).not.toContain('hps_');
    expect(listed.get('data.0.id')).toBe(first?.get('id'));
    const [event] = await eventsOf(service, first?.get('id') ?? '');
    expect(event?.[0]).toBe('hosted_session.created');
    expect(JSON.stringify(event)).not.toContain('hps_');
  });

  test.each([
    [{ amount: '0010', amount_side: 'destination', destination_currency: 'JPY' }, '10'],
    [{ amount: '10.5', amount_side: 'source', source_currency: 'USDT' }, '10.500000'],
    [{ amount: '7', amount_side: 'source', destination_currency: 'VES' }, '7'],
  ])(
    'shows the amount of %j in exactly the decimals of its currency, if that is stated',
    async (prefill, amount) => {
      const made = await service.post('/v1/hosted-sessions', { prefill });
      expect(made.at('prefill')).toEqual({ ...prefill, amount });
      expect((await sessionOf(made.get('id'))).at('prefill')).toEqual({ ...prefill, amount });
    },
  );

  test('is refused for a customer who may not send, by id', async () => {
    const customer = async (change?: object): Promise<string> => {
      const body = { external_id: freshKey(), type: 'individual', country: 'PE', display_name: 'Ana' };
      const id = (await service.post('/v1/customers', body)).get('id');
      if (change)
        expect((await service.call('PATCH', `/v1/customers/${id}`, { body: change })).status).toBe(200);
      return id;
    };
    const closed = await customer({ status: 'closed' });
    const [blocked, rejected] = [await customer(), await customer()];
    await hand((ports) => blockCustomer(ports, operator, { id: blocked, action: 'block' }));
    await hand((ports) => setCompliance(ports, operator, { id: rejected, status: 'rejected' }));
    for (const [id, status, code] of [
      [closed, 409, 'customer_closed'],
      [blocked, 409, 'customer_blocked'],
      [rejected, 422, 'customer_not_active'],
      ['cus_01k9zq3v5e8x7m2n4p6r8t0w1y', 404, 'not_found'],
    ] as const) {
      const refused = await service.post('/v1/hosted-sessions', { customer_id: id });
      expect(refusal(refused)).toEqual([status, code, 'customer_id']);
      expect(refused.get('error.message')).toContain(id);
    }
  });

  test('creates one remittance, however often it is confirmed', async () => {
    const session = await openSession(service);
    const id = session.get('id');
    const { outcomes, remittances } = await hand(async (ports) => {
      const frozen = await freezePrice(ports, { id, ask: chosen });
      if (!('quote' in frozen)) throw new Error('no price');
      const quoteId = frozen.quote.id;
      const all = await Promise.all(
        Array.from({ length: 50 }, () => confirmHostedSession(ports, { id, quoteId, beneficiary: payee })),
      );
      return {
        outcomes: new Set(all.map(({ outcome }) => outcome)),
        remittances: new Set(all.map((each) => ('remittance' in each ? each.remittance.id : 'none'))),
      };
    });
    expect([...outcomes]).toEqual(['confirmed']);
    expect(remittances.size).toBe(1);
    expect(await countOf('remittance')).toBe(1);
    expect(await countOf('funding_account')).toBe(1);
    const [remittance = ''] = remittances;
    const submitted = await sessionOf(id);
    expect(submitted.body).toMatchObject({ status: 'submitted', remittance_id: remittance });
    const into = submitted.get('funding_account_id');
    const active = await service.until(
      `/v1/funding-accounts/${into}`,
      (each) => each.get('status') === 'active',
    );
    expect(active.at('amount')).toBe('101.50');
    const reported = await hand((ports) => reportPayment(ports, { id }));
    await hand((ports) => reportPayment(ports, { id }));
    expect(reported.paymentReportedAt).not.toBeNull();
    await deposit(service, { funding_account_id: into });
    await remittanceIs(service, remittance, 'completed');
    const progress = await hand((ports) => hostedProgress(ports, reported));
    expect(progress.payin?.status).toBe('completed');
    expect(progress.payout?.status).toBe('completed');
    expect((await eventsOf(service, id)).map(([type]) => type)).toEqual([
      'hosted_session.created',
      'hosted_session.payment_reported',
    ]);
    await service.check();
  });

  test('stores the draft, and reports a stale tab', async () => {
    const session = await openSession(service);
    const [id, token] = [session.get('id'), session.get('token')];
    await hand(async (ports) => {
      const draft = { values: { amount: '1.234,50' } };
      const saved = await keepDraft(ports, { id, draft, version: 1 });
      expect(saved.outcome).toBe('saved');
      expect((await keepDraft(ports, { id, draft: { values: {} }, version: 1 })).outcome).toBe('stale');
      const found = await findHostedSession(ports, { token });
      expect(found?.draft).toEqual(draft);
      expect(found?.session.version).toBe(saved.session.version);
    });
    const [row] = await queryRows(service.databaseUrl, 'select draft from hosted_session where id = $1', [
      id,
    ]);
    expect(String(row?.['draft'])).not.toContain('1.234,50');
  });

  test('that ends without a remittance loses its draft', async () => {
    const session = await openSession(service, { expires_in: 300 });
    const longSession = await openSession(service, { expires_in: 604_800 });
    const draft = { values: { 'sender.name': 'María Quispe' } };
    for (const each of [session, longSession])
      await hand((ports) => keepDraft(ports, { id: each.get('id'), draft }));
    await advance(service, 301);
    const rows = await queryRows(
      service.databaseUrl,
      'select draft is null as forgotten from hosted_session where id = any($1) order by id',
      [[session.get('id'), longSession.get('id')]],
    );
    expect(rows.map(({ forgotten }) => forgotten)).toEqual(['t', 'f']);
    await service.check();
  });

  test('creates nothing at a price that was not shown', async () => {
    const id = (await openSession(service)).get('id');
    const before = await countOf('remittance');
    await hand(async (ports) => {
      const frozen = await freezePrice(ports, { id, ask: chosen });
      const first = 'quote' in frozen ? frozen.quote.id : '';
      expect((await freezePrice(ports, { id, ask: chosen })).outcome).toBe('reused');
      const again = await freezePrice(ports, { id, ask: { ...chosen, amount: '200' } });
      expect(again.outcome).toBe('frozen');
      const stale = await confirmHostedSession(ports, { id, quoteId: first, beneficiary: payee });
      expect(stale.outcome).toBe('changed');
    });
    await advance(service, 1801);
    await hand(async (ports) => {
      const [row] = await queryRows(
        service.databaseUrl,
        'select quote_id from hosted_session where id = $1',
        [id],
      );
      const late = await confirmHostedSession(ports, {
        id,
        quoteId: String(row?.['quote_id']),
        beneficiary: payee,
      });
      expect(late.outcome).toBe('changed');
      expect((await freezePrice(ports, { id, ask: { ...chosen, amount: '200' } })).outcome).toBe('frozen');
    });
    expect(await countOf('remittance')).toBe(before);
  });

  test('needs the sender data of its customer that the method requires', async () => {
    const toPeru = { method: 'bank_transfer', currency: 'PEN', country: 'PE', sourceCurrency: 'BRL' };
    const ask = { ...chosen, ...toPeru, sourceMethod: 'pix' };
    const beneficiary = {
      details: {
        cci: '00219300123456789012',
        document_number: '12345678',
        first_name: 'Ana',
        last_name: 'Paz',
      },
    };
    const id = (await openSession(service)).get('id');
    const sender = {
      type: 'individual' as const,
      country: 'BR',
      displayName: 'João da Silva',
      profile: {
        first_name: 'João',
        last_name: 'da Silva',
        identity_document_type: 'PASSPORT',
        identity_document: 'AB123456',
      },
    };
    await hand(async (ports) => {
      expect((await priceAndConfirm(ports, id, { ask, beneficiary })).outcome).toBe('incomplete');
      expect((await priceAndConfirm(ports, id, { ask, beneficiary, sender })).outcome).toBe('confirmed');
    });
    const session = await sessionOf(id);
    const customer = await service.get(`/v1/customers/${session.get('customer_id')}`);
    expect(customer.body).toMatchObject({ display_name: 'João da Silva', profile: sender.profile });
    await service.until(
      `/v1/funding-accounts/${session.get('funding_account_id')}`,
      (each) => each.get('status') === 'active',
    );
    await deposit(service, { funding_account_id: session.get('funding_account_id') });
    await remittanceIs(service, session.get('remittance_id'), 'completed');
    await service.check();
  });
});

describe('a funding account that cannot be opened', () => {
  test('fails the remittance that waits for it', async () => {
    const id = (await openSession(service)).get('id');
    // 91.93 with fees.
    const ask = { ...chosen, amount: '90.56' };
    await hand(async (ports) => {
      const confirmed = await priceAndConfirm(ports, id, { ask });
      expect(confirmed.outcome).toBe('confirmed');
    });
    const failed = await remittanceIs(service, (await sessionOf(id)).get('remittance_id'), 'failed');
    expect(failed.get('failure_code')).toBe('provider_amount_mismatch');
    await service.check();
  });
});

describe('the token', () => {
  test("opens nothing if its session is over, or under another account's hostname", async () => {
    const other = await openOtherAccount(service);
    const theirs = clientOf(service.baseUrl, other.key);
    await enablePage(theirs);
    const session = await openSession(theirs, { expires_in: 300 });
    const token = session.get('token');
    const found = (hostname?: string) =>
      hand((ports) => findHostedSession(ports, { token, ...(hostname !== undefined && { hostname }) }));
    expect((await found())?.session.id).toBe(session.get('id'));
    expect(await found('nobodys.example.com')).toBeUndefined();
    await advance(service, 301);
    expect(await found()).toBeUndefined();
    expect((await theirs.get(`/v1/hosted-sessions/${session.get('id')}`)).get('status')).toBe('expired');
    expect(refusal(await service.get(`/v1/hosted-sessions/${session.get('id')}`))).toEqual([
      404,
      'not_found',
    ]);
    await service.check();
  });
});

describe('a visitor', () => {
  test('starts a session only if the account allows it', async () => {
    const pageId = (await enablePage(service, { public_start: false })).get('id');
    await hand(async (ports) => {
      expect(await findHostedPage(ports, { pageId })).toBeUndefined();
      await expect(startPublicSession(ports, { pageId })).rejects.toMatchObject({ code: 'page_not_enabled' });
    });
    await enablePage(service, { public_start: true });
    await hand(async (ports) => {
      expect((await findHostedPage(ports, { pageId }))?.page.id).toBe(pageId);
      expect(await findHostedPage(ports, { hostname: 'nobodys.example.com' })).toBeUndefined();
      const price = await previewPrice(ports, { accountId: service.accountId, ask: chosen });
      expect(price.total.toFixed()).toBe('101.5');
      const { session, token } = await startPublicSession(ports, { pageId, language: 'pt' });
      expect((await findHostedSession(ports, { token }))?.session.language).toBe('pt');
      expect((await eventsOf(service, session.id)).map(([type]) => type)).toEqual(['hosted_session.created']);
      expect((await sessionOf(session.id)).get('origin')).toBe('public');
    });
    await service.check();
  });
});

describe('the page', () => {
  test("omits the platform's name only while white label is granted", async () => {
    const white = { enabled: true, branding_mode: 'white_label', brand_name: 'Acme' };
    const put = (): Promise<Answer> => service.call('PUT', '/v1/hosted-page', { body: white });
    expect(refusal(await put())).toEqual([422, 'white_label_not_entitled', 'branding_mode']);
    const { accountId } = service;
    await hand((ports) => setWhiteLabel(ports, operator, { accountId, granted: true }));
    expect((await put()).body).toMatchObject({ branding_mode: 'white_label', white_label_entitled: true });
    await hand((ports) => setWhiteLabel(ports, operator, { accountId, granted: false }));
    expect((await service.get('/v1/hosted-page')).body).toMatchObject({
      branding_mode: 'co_branded',
      white_label_entitled: false,
    });
    await service.check();
  });
});

describe('the token of a session', () => {
  test('is in no log line, metric or row', async () => {
    const lines: string[] = [];
    const secondService = await openService(
      { LOG_LEVEL: 'trace' },
      { write: (line: string) => void lines.push(line) },
    );
    try {
      await enablePage(secondService);
      const session = await openSession(secondService);
      const opened = await fetch(`${secondService.baseUrl}${session.get('path')}`, { redirect: 'manual' });
      expect([200, 303]).toContain(opened.status);
      await secondService.get('/v1/hosted-sessions');
      const measures = await (await fetch(`${secondService.internalUrl}/metrics`)).text();
      expect(lines.length).toBeGreaterThan(0);
      expect([...lines, measures].filter((text) => text.includes('hps_'))).toEqual([]);
      const rows = await queryRows(
        secondService.databaseUrl,
        'select to_jsonb(s)::text as row from hosted_session s',
      );
      expect(rows.filter(({ row }) => String(row).includes('hps_'))).toEqual([]);
    } finally {
      await secondService.stop();
    }
  });
});
