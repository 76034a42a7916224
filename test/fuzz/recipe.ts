import { clabeDigit } from '../../src/domain/check-digit.js';
import type { Draft } from './draft.js';
import type { Pool } from './pool.js';
import type { Random } from './random.js';

/** What valid requests are made from. */
export interface Draw {
  readonly random: Random;
  /** Values of the account whose key is used. */
  readonly own: Pool;
  /** Values of the account that must neither be seen nor changed. */
  readonly other: Pool;
  /** Requests that created something, by `operation 200`, the answer to their replay. */
  readonly made: ReadonlyMap<string, Draft>;
  readonly key: string;
  /** Keys of the same account with one scope each. */
  readonly readKey: string;
  readonly writeKey: string;
  /** Session of the account's owner. */
  readonly session: string;
}

type Body = Record<string, unknown>;

/** One rail of each kind; `details` gives another bank account for each number below 10,000. */
export const payoutRails = [
  {
    method: 'pix',
    currency: 'BRL',
    country: 'BR',
    details: (n: number) => ({ name: 'Maria Souza', pix_key: `maria${n}@example.com` }),
  },
  {
    method: 'spei',
    currency: 'MXN',
    country: 'MX',
    details: (n: number) => {
      const stem = `03218000${String(n).padStart(9, '0')}`;
      return { name: 'Rosa Campos', clabe: stem + clabeDigit(stem) };
    },
  },
  {
    method: 'ach',
    currency: 'USD',
    country: 'US',
    details: (n: number) => ({
      name: 'Jane Doe',
      routing_number: '021000021',
      account_number: String(100_000 + n),
      account_type: 'checking',
    }),
  },
  {
    method: 'mobile_payment',
    currency: 'VES',
    country: 'VE',
    details: (n: number) => ({
      phone: `0414${String(n).padStart(7, '0')}`,
      bank_code: '0102',
      name: 'Luis',
      document: { type: 'V', number: '12345678' },
    }),
  },
  {
    method: 'bank_transfer',
    currency: 'PEN',
    country: 'PE',
    details: (n: number) => ({
      cci: `00219300${String(n).padStart(12, '0')}`,
      document_number: '12345678',
      first_name: 'María',
      last_name: 'Quispe',
    }),
  },
] as const;

const payinRails = [
  { method: 'bank_transfer', currency: 'PEN', whole: true, part: true },
  { method: 'pix', currency: 'BRL', whole: false, part: true },
  { method: 'spei', currency: 'MXN', whole: true, part: true },
  { method: 'ach', currency: 'USD', whole: true, part: false },
] as const;

const tags = [
  'paid',
  'fail',
  'fail:account_closed',
  'uncertain',
  'uncertain:paid',
  'uncertain:fail',
  'return',
];
const slowTags = [
  'hold',
  'slow:5',
  'queue:500',
  'queue:20000',
  'review',
  'block',
  'fail:late',
  'unsent',
  'mismatch',
];
const sources = ['USDT', 'USDT', 'MXN', 'PEN', 'BRL', 'EUR'];
const sums = ['10', '10.00', '25.50', '1', '100', '0.01', '7.777777', '1000000', '2000000', '9000000'];

/** A valid body with coherent values. Operations without a recipe use their schema. */
export const recipes: Readonly<Record<string, (draw: Draw) => Body>> = {
  replaceApprovalPolicy: ({ random }) => ({
    payouts: { above: [{ currency: 'USDT', amount: random.pick(['5000', '100000.00']) }] },
    payee_check: random.pick(['off', 'warn']),
  }),
  inviteMember: ({ random }) => ({
    email: `fuzz-${random.whole(0, 30)}@example.com`,
    role: random.pick(['admin', 'developer', 'viewer']),
  }),
  updateMember: ({ random }) => ({ role: random.pick(['admin', 'developer', 'viewer']) }),
  signIn: ({ random }) => ({ email: `fuzz-${random.whole(0, 99)}@example.com` }),
  createSession: ({ random }) => ({
    email: `fuzz-${random.whole(0, 99)}@example.com`,
    code: String(random.whole(100_000, 999_999)),
  }),
  createCustomer: ({ random }) => ({
    external_id: `fuzz-${random.whole(0, 2000)}`,
    type: random.pick(['individual', 'business']),
    country: random.pick(['PE', 'BR', 'MX', 'US', 'VE']),
    display_name: random.pick(['María Quispe', '株式会社', 'O’Neil & Söhne', '👩‍👩‍👧‍👦']),
    ...(random.chance(0.5) && { metadata: { tier: 'gold', 'a.b-c_1': '' } }),
  }),
  createBeneficiary: ({ random, own }) => {
    const rail = random.pick(payoutRails);
    const { method, currency, country } = rail;
    const customer =
      rail.method === 'bank_transfer' || random.chance(0.2) ? own.pick('cus', random) : undefined;
    return {
      method,
      currency,
      details: rail.details(random.whole(0, 999)),
      ...(customer !== undefined && { customer_id: customer }),
      ...(random.chance(0.3) && { country }),
      ...(random.chance(0.3) && { holder: 'María', label: 'rent', metadata: { k: 'v' } }),
    };
  },
  replaceHostedPage: ({ random }) => ({
    enabled: true,
    ...(random.chance(0.5) && {
      branding_mode: 'co_branded',
      brand_name: random.pick(['Envíos', '株式会社']),
    }),
    ...(random.chance(0.3) && {
      colors: { text: '#101010', surface: '#fefefe' },
      radius: 'full',
      font: 'lato',
    }),
    ...(random.chance(0.3) && { support: { email: 'help@example.com', phone: '+51987654321' } }),
    ...(random.chance(0.3) && { logo_url: 'https://www.example.com/logo.svg', public_start: true }),
  }),
  claimHostedDomain: ({ random }) => ({ hostname: `f${random.whole(0, 999)}.example.com` }),
  createHostedSession: ({ random, own }) => ({
    ...(random.chance(0.2) && { customer_id: own.pick('cus active', random) }),
    ...(random.chance(0.3) && { expires_in: random.pick([300, 3600, 604_800]) }),
    ...(random.chance(0.3) && {
      prefill: { amount: random.pick(['10', '150.00']), amount_side: 'source', source_currency: 'PEN' },
    }),
  }),
  createSettlementDestination: ({ random }) => {
    const { method, currency, country, details } = random.pick(payoutRails);
    return {
      method,
      currency,
      details: details(random.whole(0, 999)),
      ...(random.chance(0.3) && { country }),
      ...(random.chance(0.3) && { label: 'treasury' }),
    };
  },
  createQuote: (draw) => {
    const { method, currency, country } = draw.random.pick(payoutRails);
    const to = draw.random.chance(0.5)
      ? { beneficiary_id: draw.own.pick('ben', draw.random) }
      : { method, currency, ...(draw.random.chance(0.5) && { country }) };
    if (draw.random.chance(0.3)) {
      const source_currency = draw.random.pick(['MXN', 'MXN', 'PEN', 'BRL', 'USD']);
      return { ...to, ...priced(draw), source_currency, product: 'remittance' };
    }
    return { ...to, ...priced(draw), ...(draw.random.chance(0.1) && { product: 'payout' }) };
  },
  createRemittance: ({ random, own }) => {
    let tag: Body | false = random.chance(0.3) && {
      description: `rent sim:${random.pick([...tags, ...slowTags])}`,
    };
    const [quote, beneficiary, source = ''] = own.pick('remittable', random)?.split(' ') ?? [];
    if (random.chance(0.15)) tag = { description: 'rent sim:block' };
    if (random.chance(0.6)) {
      const by = source.startsWith('pin') ? { payin_id: source } : { funding_account_id: source };
      return { quote_id: quote, beneficiary_id: beneficiary, source: by, ...tag };
    }
    return {
      quote_id: own.pick('quo', random),
      beneficiary_id: own.pick('ben', random),
      source: random.chance(0.6)
        ? { funding_account_id: own.pick('fa', random) }
        : { payin_id: own.pick('pin', random) },
      ...tag,
    };
  },
  createPayout: payout,
  previewPayout: payout,
  createPayoutBatch: batch,
  previewPayoutBatch: batch,
  createRefund: refund,
  previewRefund: refund,
  createWithdrawal: ({ random, own }) => {
    const tag = random.chance(0.6) ? random.pick(random.chance(0.7) ? tags : slowTags) : undefined;
    return {
      destination_id: own.pick('sdst', random),
      amount: random.pick(['0.01', '1', '1.00', '2.50', '900000000']),
      ...(tag !== undefined && { description: `november sim:${tag}` }),
    };
  },
  createFundingAccount: ({ random }) => {
    const { method, currency, whole, part } = random.pick(payinRails);
    const states = random.chance(0.05) ? !part : part && (!whole || random.chance(0.5));
    return {
      method,
      currency,
      ...(states && {
        amount: random.pick(['150', '150.00', '0.01', '10.91', '10.92', '10.93', '10.94', '99999999']),
      }),
      ...(states && random.chance(0.3) && { payer: { 'payer.name': 'Carlos Rojas' } }),
      ...(random.chance(0.3) && { settlement_currency: random.pick(['USDT', currency]) }),
    };
  },
  createWebhookEndpoint: ({ random }) => ({
    url: `http://127.0.0.1:9/${random.whole(0, 999)}`,
    ...webhookFields(random),
  }),
  updateWebhookEndpoint: ({ random }) => ({
    ...(random.chance(0.3) && { url: `http://127.0.0.1:9/${random.whole(0, 999)}` }),
    ...webhookFields(random),
  }),
  createSandboxDeposit: ({ random, own }) => ({
    funding_account_id: own.pick('fa', random),
    ...(random.chance(0.7) && { amount: random.pick(['150.00', '10.91', '1', '0.01', '77.70']) }),
    ...(random.chance(0.4) && { reference: `bank-${random.whole(0, 50)}` }),
    ...(random.chance(0.4) && { outcome: random.pick(['completed', 'failed', 'reversed']) }),
    ...(random.chance(0.2) && { delay_ms: random.pick([0, 1, 200, 60_000]) }),
  }),
};

function batch(draw: Draw): Body {
  return {
    items: Array.from({ length: draw.random.whole(1, 4) }, (_, index) => ({
      ...payout(draw),
      ...(draw.random.chance(0.3) && { reference: `item-${index}` }),
    })),
    ...(draw.random.chance(0.3) && { description: 'salaries' }),
  };
}

function refund({ random, own }: Draw): Body {
  const tag = random.chance(0.6) ? random.pick(random.chance(0.7) ? tags : slowTags) : undefined;
  return {
    payin_id: own.pick('pin', random),
    ...(random.chance(0.9) && {
      amount: random.pick(['0.01', '0.000001', '1', '1.00', '2.50', '900000000']),
    }),
    ...(tag !== undefined && { reason: `order sim:${tag}` }),
  };
}

function payout(draw: Draw): Body {
  const { random, own } = draw;
  const tag = random.chance(0.5) ? random.pick(random.chance(0.7) ? tags : slowTags) : undefined;
  const quote = random.chance(0.3) ? own.pick('quo', random) : undefined;
  return {
    beneficiary_id: own.pick('ben', random),
    ...(quote === undefined ? priced(draw) : { quote_id: quote }),
    ...(tag !== undefined && { description: `invoice sim:${tag}` }),
    ...labels(random),
  };
}

const labels = (random: Random): Body => ({
  ...(random.chance(0.3) && { reference: random.pick(['order-1', 'Pedido 7/á', 'x'.repeat(64)]) }),
  ...(random.chance(0.3) && {
    metadata: random.pick([{}, { tier: 'gold' }, { tier: 'silver', 'a.b-c_D': '' }]),
  }),
});

function webhookFields(random: Random): Body {
  return {
    ...(random.chance(0.3) && { description: random.pick(['', 'orders', '株式会社']) }),
    ...(random.chance(0.5) && { event_types: random.pick([[], ['payout.failed', 'customer.created']]) }),
    ...(random.chance(0.3) && { active: random.chance(0.7) }),
  };
}

function priced({ random }: Draw): Body {
  return {
    source_currency: random.pick(sources),
    amount: random.pick(sums),
    amount_side: random.pick(['source', 'destination']),
  };
}
