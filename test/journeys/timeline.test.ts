import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeAt } from '../../src/domain/id.js';
import { routes } from '../../src/api/rest/routes.js';
import { advance, openOtherAccount } from '../setup/hand.js';
import { openReceiver, type Receiver } from '../setup/receiver.js';
import { clientOf, openService, type Answer, type Client, type RunningService } from '../setup/running.js';
import { mailSettings, openMailbox, signIn } from '../setup/sign-in.js';
import { fund, mxnPayout, refusal, speiBeneficiary } from '../setup/verbs.js';

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly says: string;
  readonly source_id?: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

const mailbox = openMailbox();
let service: RunningService;
let receiver: Receiver;
let other: Client;
let beneficiary: string;

beforeAll(async () => {
  service = await openService({ WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...mailSettings }, mailbox);
  receiver = await openReceiver();
  await service.post('/v1/webhook-endpoints', { url: receiver.url, event_types: ['payout.completed'] });
  other = clientOf(service.baseUrl, (await openOtherAccount(service)).key);
  await fund(service, 'MXN', '1000.00');
  beneficiary = await speiBeneficiary(service);
});
afterAll(async () => {
  await receiver.close();
  await service.stop();
});

const timelineOf = (path: string, client: Client = service): Promise<Answer> =>
  client.get(`${path}/timeline`);

async function storyOf(path: string): Promise<readonly Entry[]> {
  const answer = await timelineOf(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.at('data') as readonly Entry[];
}

const wordsOf = (story: readonly Entry[]): string[] => story.map(({ kind, says }) => `${kind} ${says}`);

const sideOf = (account: string, direction: string, amount: string) => ({
  account,
  direction,
  amount,
  currency: 'MXN',
});

/** A payout that was returned; its completion was delivered. */
async function returnedPayout(): Promise<string> {
  const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:return'));
  const path = `/v1/payouts/${made.get('id')}`;
  await service.until(path, (each) => each.at('refund.status') === 'settled');
  await service.until(`${path}/timeline`, (each) =>
    (each.at('data') as Entry[]).some(({ kind, says }) => kind === 'delivery' && says === 'delivered'),
  );
  await service.until(`${path}/timeline`, (each) =>
    (each.at('data') as Entry[]).some(({ kind }) => kind === 'request'),
  );
  return path;
}

describe('the timeline of an own resource', () => {
  it('shows a payout from its creation to its return, in order', async () => {
    const path = await returnedPayout();
    const story = await storyOf(path);
    // Entries have the time at which their balances were locked, so they may come before or after their event.
    const said = wordsOf(story).filter((each) => !each.startsWith('delivery'));
    expect(said.slice(0, 2)).toEqual(['request POST /v1/payouts', 'state created']);
    expect(said.filter((each) => each.startsWith('state'))).toEqual([
      'state created',
      'state completed',
      'state returned',
    ]);
    expect(said.toSorted()).toEqual([
      'entries payout_capture',
      'entries payout_reserve',
      'entries payout_return',
      'entries payout_return_settled',
      'event payout.completed',
      'event payout.created',
      'event payout.return_settled',
      'event payout.returned',
      'request POST /v1/payouts',
      'state completed',
      'state created',
      'state returned',
    ]);
    const times = story.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const entry = story[0];
    const line = await service.get(`/v1/requests/${entry?.source_id}`);
    expect(line.at('resource_id')).toBe(path.split('/').at(-1));
    const { status, outcome, idempotency_key, replayed, api_key_prefix } = line.body;
    expect(entry?.detail).toEqual({ status, outcome, idempotency_key, replayed, api_key_prefix });
    const response = await service.get(path);
    expect(story.find(({ says }) => says === 'returned')?.at).toBe(response.get('returned_at'));
    await service.check();
  });

  it('shows entries as in the statement, and none of the platform', async () => {
    const story = await storyOf(await returnedPayout());
    const posted = story.filter(({ kind }) => kind === 'entries').map(({ says, detail }) => [says, detail]);
    expect(posted).toContainEqual([
      'payout_reserve',
      { entries: [sideOf('available', 'debit', '10.15'), sideOf('reserved', 'credit', '10.15')] },
    ]);
    const statement = (await service.get('/v1/balances/MXN/entries?limit=100')).at('data') as {
      journal_id: string;
      account: string;
      amount: string;
    }[];
    for (const { kind, source_id, detail } of story) {
      if (kind !== 'entries') continue;
      const own = statement.filter(({ journal_id }) => journal_id === source_id);
      const entries = detail?.['entries'] as { account: string; amount: string }[];
      const sidesOf = (sides: readonly { account: string; amount: string }[]) =>
        sides.map(({ account, amount }) => `${account} ${amount}`).toSorted();
      expect(sidesOf(entries)).toEqual(sidesOf(own));
    }
    const text = JSON.stringify(story);
    expect(text).not.toMatch(/"intent"|"audit"|clearing|"fees"|"fx"|"position"|null/);
  });

  it('shows events as published, and their deliveries', async () => {
    const path = await returnedPayout();
    const story = await storyOf(path);
    const event = story.find(({ says }) => says === 'payout.completed');
    const response = await service.get(`/v1/events/${event?.source_id}`);
    expect(event?.detail).toEqual(response.at('data'));
    const delivery = story.find(({ kind }) => kind === 'delivery');
    expect(delivery).toMatchObject({
      says: 'delivered',
      detail: { event_type: 'payout.completed', attempts: 1, history: [{ http_status: 200 }] },
    });
  });

  it('shows a review', async () => {
    const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00', 'sim:review'));
    const story = await storyOf(`/v1/payouts/${made.get('id')}`);
    expect(wordsOf(story)).toContain('review in_review');
    const review = story.find(({ kind }) => kind === 'review');
    expect(review?.detail).toHaveProperty('reasons');
  });

  it.each(['funding-accounts', 'payins', 'beneficiaries', 'payouts', 'webhook-endpoints'])(
    'of %s begins with their creation',
    async (nouns) => {
      const listed = await service.get(`/v1/${nouns}`);
      const story = await storyOf(`/v1/${nouns}/${listed.get('data.0.id')}`);
      const [first] = story.filter(({ kind }) => kind !== 'request');
      expect(first).toMatchObject({ kind: 'state', says: 'created', at: listed.get('data.0.created_at') });
    },
  );

  it('is the same for a member who is signed in', async () => {
    const path = `/v1/beneficiaries/${beneficiary}`;
    const token = await signIn(service, mailbox, 'owner@example.com');
    const asMember = await service.call('GET', `${path}/timeline`, { key: token });
    expect(asMember.body).toEqual((await timelineOf(path)).body);
  });
});

describe('the timeline of any other resource', () => {
  const absent = 'pout_01k9zq3v5e8x7m2n4p6r8t0w1y';

  it('is not found exactly if retrieve is not, with the same message', async () => {
    const foreign = (await service.get('/v1/payouts')).get('data.0.id');
    for (const [client, id] of [
      [other, foreign],
      [service, absent],
      [service, beneficiary],
      [service, 'nonsense'],
    ] as const) {
      const [response, retrieved] = [
        await timelineOf(`/v1/payouts/${id}`, client),
        await client.get(`/v1/payouts/${id}`),
      ];
      expect(refusal(response), id).toEqual([404, 'not_found']);
      expect(response.get('error.message')).toBe(retrieved.get('error.message'));
    }
  });

  it('shows requests in business time, like everything else', async () => {
    const movedMs = 40 * 86_400_000;
    await advance(service, movedMs / 1_000);
    const isMoved = ({ headers }: Answer) =>
      madeAt(headers.get('x-request-id') ?? '').getTime() > Date.now() + movedMs / 2;
    await service.until('/v1/balances', isMoved);
    const made = await service.post('/v1/payouts', mxnPayout(beneficiary, '10.00'));
    const path = `/v1/payouts/${made.get('id')}`;
    await service.until(`${path}/timeline`, (each) =>
      (each.at('data') as Entry[]).some(({ kind }) => kind === 'request'),
    );
    const [request, created] = await storyOf(path);
    expect([request?.kind, created?.says]).toEqual(['request', 'created']);
    const late = Date.parse(created?.at ?? '') - Date.parse(request?.at ?? '');
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(60_000);
    const { created_at: at } = (await service.get(`/v1/requests/${request?.source_id}`)).body;
    expect(at).toBe(request?.at);
    const since = new Date(Date.parse(String(at)) - 1).toISOString();
    const [line] = (await service.get(`/v1/requests?method=POST&created_after=${since}`)).at('data') as {
      readonly id: string;
    }[];
    expect(line?.id).toBe(request?.source_id);
  });

  it('accepts no parameter', async () => {
    const answer = await service.get(`/v1/payouts/${absent}/timeline?limit=1`);
    expect(refusal(answer)).toEqual([400, 'invalid_parameter', 'limit']);
  });

  it('exists for exactly the nouns that can be listed and retrieved', () => {
    const statuses = routes
      .filter(({ path }) => path.endsWith('/timeline'))
      .map(({ path }) => path.split('/')[2]);
    expect(statuses).toEqual([
      'ledger-seals',
      'customers',
      'beneficiaries',
      'funding-accounts',
      'payins',
      'refunds',
      'payouts',
      'remittances',
      'payout-batches',
      'settlement-destinations',
      'settlements',
      'withdrawals',
      'approvals',
      'webhook-endpoints',
      'hosted-domains',
      'hosted-sessions',
    ]);
  });
});
