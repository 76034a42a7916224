import { Refusal } from '../../src/domain/refusal.js';
import { advanceClock } from '../../src/usecases/platform.js';
import { decideRisk } from '../../src/usecases/risk.js';
import { operator } from '../setup/hand.js';
import { freshKey } from '../setup/running.js';
import { treasury } from './treasury.js';
import { resend } from './truth.js';
import { accepted, openFunding, unless, type World } from './world.js';

/** One step of a sequence; does nothing if nothing fits. */
type Command = (world: World) => Promise<unknown>;

const tags = [
  undefined,
  undefined,
  'sim:paid',
  'sim:fail',
  'sim:return',
  'sim:uncertain',
  'sim:uncertain:paid',
  'sim:uncertain:fail',
  'sim:hold',
  'sim:queue:200',
  'sim:unsent',
  'sim:review',
  'sim:fail:late',
];

const described = ({ random }: World) => {
  const description = random.pick(tags);
  return description === undefined ? {} : { description };
};
const amountOf = ({ random }: World, most: number): string =>
  `${random.whole(1, most)}.${String(random.whole(0, 99)).padStart(2, '0')}`;
/** The amount plus some cents. */
const beside = (amount: string, cents: number): string => {
  const units = BigInt(amount.replace('.', '')) + BigInt(cents);
  const text = units.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
};

const deposit: Command = async (world) => {
  const { client, random, fundingAccounts } = world;
  const into = random.pick(fundingAccounts);
  const wanted = into.expectedAmount;
  const amount =
    wanted === undefined ? amountOf(world, 5_000) : beside(wanted, random.pick([0, 0, 0, -1, 1, 10_000]));
  const outcome = random.pick(['completed', 'completed', 'completed', 'completed', 'failed', 'reversed']);
  const body = { funding_account_id: into.id, amount, outcome, reference: freshKey() };
  const answer = accepted(await client.post('/v1/sandbox/deposits', body));
  delete into.expectedAmount;
  world.payins.push(answer.get('id'));
  world.deposits.push({ payinId: answer.get('id'), body });
};

const quote: Command = async (world) => {
  const { client, random, beneficiaries, quotes } = world;
  const product = random.pick(['payout', 'remittance', 'remittance']);
  const source = product === 'payout' ? 'USDT' : random.pick(world.fundingAccounts).currency;
  const body = {
    product,
    beneficiary_id: random.pick(beneficiaries),
    source_currency: source,
    amount: amountOf(world, 300),
    amount_side: random.pick(['source', 'destination']),
  };
  const answer = unless(await client.post('/v1/quotes', body), ['same_currency', 'amount_too_small']);
  if (answer) quotes.push({ id: answer.get('id'), product, total: answer.get('source.total') });
};

const pay: Command = async (world) => {
  const { client, random, beneficiaries, payouts, quotes } = world;
  const price =
    random.chance(0.4) && quotes.length > 0
      ? { quote_id: random.pick(quotes).id }
      : { source_currency: 'USDT', amount: amountOf(world, 200), amount_side: 'source' };
  const body = { beneficiary_id: random.pick(beneficiaries), ...price, ...described(world) };
  const mayBe = ['quote_mismatch', 'quote_already_used', 'quote_expired'];
  const answer = unless(await client.post('/v1/payouts', body), mayBe);
  if (answer) payouts.push(answer.get('id'));
};

const refusals = [
  'quote_mismatch',
  'quote_already_used',
  'quote_expired',
  'payin_already_used',
  'funding_account_in_use',
  // A pay-in that is not completed, or was reversed.
  'invalid_parameter',
];

const remit: Command = async (world) => {
  const { client, random, beneficiaries, payins, quotes, remittances } = world;
  const price = quotes.findLast(({ product }) => product === 'remittance');
  if (price === undefined) return;
  const into = random.pick(world.fundingAccounts);
  const isPaid = random.chance(0.4) && payins.length > 0;
  const source = isPaid ? { payin_id: random.pick(payins) } : { funding_account_id: into.id };
  for (const beneficiary_id of beneficiaries) {
    const body = { quote_id: price.id, beneficiary_id, source, ...described(world) };
    const answer = unless(await client.post('/v1/remittances', body), refusals);
    if (!answer) continue;
    remittances.push(answer.get('id'));
    if (!isPaid) into.expectedAmount = price.total;
    return;
  }
};

const refund: Command = async ({ client, random, payins }) => {
  if (payins.length === 0) return;
  const part = random.chance(0.5) && { amount: `${random.whole(1, 40)}.000000` };
  const reason = random.pick([
    'sim:paid',
    'sim:fail',
    'sim:uncertain:paid',
    'sim:uncertain:fail',
    'sim:review',
  ]);
  const body = { payin_id: random.pick(payins), reason, ...part };
  // More than is left, or what came in was spent.
  const mayBe = ['refund_not_supported', 'invalid_parameter', 'insufficient_funds'];
  unless(await client.post('/v1/refunds', body), mayBe);
};

const batch: Command = async (world) => {
  const { client, random, beneficiaries, quotes } = world;
  const items = Array.from({ length: random.whole(1, 4) }, () => ({
    beneficiary_id: random.pick(beneficiaries),
    ...(random.chance(0.2) && quotes.length > 0
      ? { quote_id: random.pick(quotes).id }
      : { source_currency: 'USDT', amount: amountOf(world, 60), amount_side: 'source' }),
    ...described(world),
  }));
  const made = accepted(await client.post('/v1/payout-batches', { items }));
  if (random.chance(0.3)) accepted(await client.post(`/v1/payout-batches/${made.get('id')}/cancel`));
};

/** Any payout: a direct one, or one of a remittance. */
async function somePayout(world: World): Promise<string | undefined> {
  const { client, random } = world;
  const page = accepted(await client.get('/v1/payouts?limit=20'));
  const found = page.at('data') as { id: string }[];
  return found.length === 0 ? undefined : random.pick(found).id;
}

const evidence: Command = async (world) => {
  const id = await somePayout(world);
  if (id === undefined) return;
  const outcome = world.random.pick(['paid', 'not_executed', 'returned']);
  const answer = await world.client.post(`/v1/sandbox/operations/${id}/evidence`, { outcome });
  unless(answer, ['operation_not_in_flight']);
};

const cancel: Command = async (world) => {
  const id = await somePayout(world);
  if (id !== undefined)
    unless(await world.client.post(`/v1/payouts/${id}/cancel`), ['payout_not_cancellable']);
};

/** Makes the bank decide everything in flight. */
export const decide: Command = async ({ client, random }) => {
  const pages = await Promise.all(
    ['payouts', 'refunds', 'withdrawals', 'settlements'].map((name) => client.get(`/v1/${name}?limit=100`)),
  );
  const open = pages
    .flatMap((page) => accepted(page).at('data') as { id: string; status: string }[])
    .filter(({ status }) => ['processing', 'submitted', 'verification_pending'].includes(status));
  for (const { id } of open) {
    const outcome = random.pick(['paid', 'not_executed']);
    unless(await client.post(`/v1/sandbox/operations/${id}/evidence`, { outcome }), [
      'operation_not_in_flight',
    ]);
  }
};

/** Decides everything of this account that the risk rules hold. */
export const review: Command = async ({ client, ports, random }) => {
  const held = [
    await client.get('/v1/payouts?risk_status=in_review&limit=100'),
    await client.get('/v1/refunds?status=pending_review&limit=100'),
    await client.get('/v1/withdrawals?limit=100'),
    await client.get('/v1/settlements?limit=100'),
  ].flatMap((page) => accepted(page).at('data') as { id: string; risk_status?: string }[]);
  for (const { id, risk_status: status = 'in_review' } of held) {
    if (status !== 'in_review') continue;
    const decided = decideRisk(ports, operator, { id, approve: random.chance(0.6) });
    // A concurrent step may have decided it.
    await decided.catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }
};

export const later =
  (seconds: number): Command =>
  ({ ports }) =>
    advanceClock(ports, operator, { ms: seconds * 1000, onStep: () => undefined });

const move: Command = (world) => later(world.random.pick([1, 60, 1_790, 1_801]))(world);

/** Steps with their weights. */
export const commands: Readonly<Record<string, readonly [weight: number, command: Command]>> = {
  deposit: [9, deposit],
  resend: [3, resend],
  quote: [8, quote],
  remit: [9, remit],
  pay: [6, pay],
  refund: [4, refund],
  batch: [2, batch],
  evidence: [4, evidence],
  cancel: [2, cancel],
  review: [2, review],
  move: [1, move],
  openFunding: [1, openFunding],
  ...treasury,
};
