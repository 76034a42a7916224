import { operations, resolved, type Operation } from '../api/description.js';
import { pain001 } from './corpus.js';
import { absentId, idPrefix, validDraft, type Draft } from './draft.js';
import { fieldsOf } from './field.js';
import { bytesMax } from './mutate-body.js';
import { Random } from './random.js';
import { payoutRails, type Draw } from './recipe.js';
import { documented } from './report.js';

/**
 * Changes a valid request so that it gets a documented answer. Random requests reach most answers, but few of them in
 * every run. README.md says how to add a new operation.
 */
type Aim = (draft: Draft, draw: Draw) => void;

/** The state of the service during a round of requests. */
export type Weather = 'calm' | 'one at a time' | 'much is stopped' | 'a flood without keys';

/** By `status code`, for every operation with that answer, unless it has an aim of its own. */
const ofAnyOperation: Readonly<Record<string, Aim>> = {
  '400 invalid_parameter': (draft) => setHeader(draft, 'X-Correlation-Id', 'short'),
  '400 invalid_body': (draft) => setBytes(draft, '{'),
  '400 idempotency_key_required': (draft) => setHeader(draft, 'Idempotency-Key', undefined),
  '401 invalid_api_key': (draft) => setHeader(draft, 'Authorization', undefined),
  '403 insufficient_scope': (draft, { readKey, writeKey }) =>
    setHeader(draft, 'Authorization', `Bearer ${draft.method === 'GET' ? writeKey : readKey}`),
  '403 no_membership': (draft, { other, random }) =>
    setHeader(draft, 'Platform-Account', other.pick('acct', random)),
  '404 not_found': (draft, { random }) => {
    const { operation } = draft;
    const inPath = idPrefix(operation.parameters.find((each) => each.in === 'path')?.schema, random);
    if (inPath !== undefined) draft.path = operation.path.replace(/\{\w+\}/, absentId(inPath));
    else nameAbsent(draft, random);
  },
  '409 idempotency_key_reused': (draft) => setHeader(draft, 'Idempotency-Key', 'fuzz-pinged'),
  '413 body_too_large': (draft) => setBytes(draft, '{}'.padEnd(bytesMax(draft.operation) + 1)),
  '415 unsupported_media_type': (draft) => {
    setBytes(draft, '{}');
    // For GET, whose body is not read, only the encoding is checked.
    if (draft.method === 'GET') setHeader(draft, 'Content-Encoding', 'gzip');
    else setHeader(draft, 'Content-Type', 'text/plain');
  },
};

const price = { source_currency: 'USDT', amount: '10', amount_side: 'source' };
/** Sets a body. `pick` returns an existing value of that kind from the world. */
const body =
  (make: (pick: (kind: string) => string) => object): Aim =>
  (draft, { own, random }) => {
    draft.body = make((kind) => own.pick(kind, random) ?? absentId(kind));
  };
const to =
  (kind: string): Aim =>
  (draft, draw) =>
    body((pick) => ({ beneficiary_id: pick(kind), ...price }))(draft, draw);
/** A file with one row and a new beneficiary for a customer. */
const fileOf =
  (kind: string, method = 'spei'): Aim =>
  (draft, { own, random }) => {
    const customer =
      kind === 'cus absent' ? absentId('cus') : kind === '' ? '' : (own.pick(kind, random) ?? '');
    setBytes(
      draft,
      `method,currency,details.name,details.clabe,customer_id,source_currency,amount,amount_side
${method},MXN,Rosa Campos,032180000118359719,${customer},USDT,10,source
`,
    );
    setHeader(draft, 'Content-Type', 'text/csv');
  };
const ofCustomer = (kind: string): Aim =>
  body((pick) => {
    const [{ method, currency, details }] = payoutRails;
    return { method, currency, details: details(9_000), customer_id: pick(kind) };
  });
const remittance = (beneficiary: string, quote = 'quo of remittances', more: object = {}): Aim =>
  body((pick) => ({
    quote_id: pick(quote),
    beneficiary_id: pick(beneficiary),
    source: { funding_account_id: pick('fa open') },
    ...more,
  }));
const quoted = (kind: string): Aim =>
  body((pick) => ({ quote_id: pick(kind), beneficiary_id: pick('ben open') }));
const deposits = { method: 'spei', currency: 'MXN' };
/** A period that begins in an archived day. */
const ofArchived =
  (path: string, ...names: ('from' | 'to' | 'at')[]): Aim =>
  (draft, { own, random }) => {
    const from = own.pick('time archived', random) ?? '';
    const to = new Date(Date.parse(from) + 86_400_000).toISOString();
    draft.path = path;
    draft.query = names.map((name) => [name, encodeURIComponent(name === 'to' ? to : from)]);
  };
/** Behind an event or entry that is archived. */
const afterArchived =
  (path: string, kind: string): Aim =>
  (draft, { own, random }) => {
    draft.path = path;
    draft.query = [['after', own.pick(`${kind} archived`, random) ?? '']];
  };

const asPerson = (draft: Draft, session: string | undefined): void =>
  setHeader(draft, 'Authorization', session && `Bearer ${session}`);
const asKey: Aim = (draft, { key }) => setHeader(draft, 'Authorization', `Bearer ${key}`);

/** By `operation status code`: what only that operation needs. */
const ofOneOperation: Readonly<Record<string, Aim>> = {
  'listBalances 410 archived': ofArchived('/v1/balances', 'at'),
  'getBalanceStatement 410 archived': ofArchived('/v1/balances/MXN/statement', 'from', 'to'),
  'runReport 410 archived': ofArchived('/v1/reports/transactions', 'from', 'to'),
  'listBalanceEntries 410 archived': afterArchived('/v1/balances/MXN/entries', 'ent'),
  'listEvents 410 archived': afterArchived('/v1/events', 'evt'),
  'getEvent 410 archived': (draft, { own, random }) => {
    draft.path = `/v1/events/${own.pick('evt archived', random) ?? ''}`;
  },
  'redeliverEvent 410 archived': (draft, { own, random }) => {
    draft.path = `/v1/events/${own.pick('evt archived', random) ?? ''}/redeliver`;
  },
  'runReport 404 not_found': (draft) => {
    draft.path = '/v1/reports/nothing';
  },
  'createCustomer 409 external_id_conflict': body(() => ({
    external_id: 'Carlos Rojas-active',
    type: 'business',
    country: 'PE',
    display_name: 'Another',
  })),
  'getApprovalPolicy 403 insufficient_role': asKey,
  'replaceApprovalPolicy 403 insufficient_role': asKey,
  'approveApproval 403 insufficient_role': asKey,
  'declineApproval 403 insufficient_role': asKey,
  'approveApproval 409 approval_not_pending': (draft, { own, random }) => {
    draft.path = `/v1/approvals/${own.pick('apr declined', random) ?? ''}/approve`;
  },
  'declineApproval 409 approval_not_pending': (draft, { own, random }) => {
    draft.path = `/v1/approvals/${own.pick('apr declined', random) ?? ''}/decline`;
  },
  'inviteMember 403 insufficient_role': asKey,
  'updateMember 403 insufficient_role': asKey,
  'createSession 201': (draft, { own }) => {
    const [email = '', code = ''] = own.take('code')?.split(' ') ?? [];
    draft.body = { email, code };
  },
  'deleteSession 204': (draft, { own }) => asPerson(draft, own.take('session')),
  'deleteSession 400 invalid_parameter': (draft, { own, random }) => {
    asPerson(draft, own.pick('session', random));
    setHeader(draft, 'X-Correlation-Id', 'short');
  },
  'deleteSession 400 invalid_body': (draft, { own, random }) => {
    asPerson(draft, own.pick('session', random));
    setBytes(draft, '{');
  },
  'deleteSession 413 body_too_large': (draft, { own, random }) => {
    asPerson(draft, own.pick('session', random));
    setBytes(draft, '{}'.padEnd(bytesMax(draft.operation) + 1));
  },
  'deleteSession 415 unsupported_media_type': (draft, { own, random }) => {
    asPerson(draft, own.pick('session', random));
    setBytes(draft, '{}');
    setHeader(draft, 'Content-Type', 'text/plain');
  },
  'inviteMember 409 member_exists': (draft, { session }) => {
    setHeader(draft, 'Authorization', `Bearer ${session}`);
    draft.body = { email: 'owner@example.com', role: 'viewer' };
  },
  'updateCustomer 409 customer_closed': (draft, { own, random }) => {
    draft.path = `/v1/customers/${own.pick('cus closed', random) ?? ''}`;
  },
  'updateCustomer 409 customer_blocked': (draft, { own, random }) => {
    draft.path = `/v1/customers/${own.pick('cus blocked', random) ?? ''}`;
    draft.body = { status: 'closed' };
  },
  'createBeneficiary 409 customer_closed': ofCustomer('cus closed'),
  'createBeneficiary 409 customer_blocked': ofCustomer('cus blocked'),
  'createBeneficiary 422 customer_not_active': ofCustomer('cus rejected'),
  'replaceHostedPage 422 white_label_not_entitled': body(() => ({
    enabled: true,
    branding_mode: 'white_label',
    brand_name: 'Envíos',
  })),
  'claimHostedDomain 409 hostname_taken': body(() => ({ hostname: 'kept0.example.com' })),
  'createHostedSession 404 not_found': body(() => ({ customer_id: absentId('cus') })),
  'createHostedSession 409 customer_closed': body((pick) => ({ customer_id: pick('cus closed') })),
  'createHostedSession 409 customer_blocked': body((pick) => ({ customer_id: pick('cus blocked') })),
  'createHostedSession 422 customer_not_active': body((pick) => ({ customer_id: pick('cus rejected') })),
  'createPayoutBatch 404 not_found': fileOf('cus absent'),
  'createPayoutBatch 409 customer_closed': fileOf('cus closed'),
  'createPayoutBatch 409 customer_blocked': fileOf('cus blocked'),
  'createPayoutBatch 422 customer_not_active': fileOf('cus rejected'),
  'createPayoutBatch 422 unsupported_method': fileOf('', 'fax'),
  'createPayoutBatch 409 message_id_reused': (draft) => {
    setBytes(draft, pain001);
    setHeader(draft, 'Content-Type', 'application/xml');
  },
  'getPayoutBatchTemplate 422 unsupported_method': (draft) => {
    draft.query = [
      ['method', 'fax'],
      ['currency', 'MXN'],
    ];
  },
  'createQuote 404 not_found': body(() => ({ beneficiary_id: absentId('ben'), ...price })),
  'createQuote 409 customer_closed': to('ben of closed'),
  'createQuote 409 customer_blocked': to('ben of blocked'),
  'createQuote 422 customer_not_active': to('ben of rejected'),
  'createQuote 409 beneficiary_archived': to('ben archived'),
  'createQuote 422 unsupported_method': to('ben left out'),
  'createQuote 422 pricing_unavailable': body((pick) => ({
    beneficiary_id: pick('ben open'),
    ...price,
    source_currency: 'EUR',
  })),
  'createQuote 422 amount_too_small': body((pick) => ({
    beneficiary_id: pick('ben open'),
    ...price,
    amount: '0.000001',
  })),
  'createQuote 422 limit_exceeded': body((pick) => ({
    beneficiary_id: pick('ben open'),
    ...price,
    amount: '9000000',
  })),
  'createQuote 503 operation_suspended': to('ben suspended'),
  // By chance one payout in five has money enough.
  'createPayout 201': to('ben open'),
  'createPayout 409 customer_closed': to('ben of closed'),
  'createPayout 409 customer_blocked': to('ben of blocked'),
  'createPayout 422 customer_not_active': to('ben of rejected'),
  'createPayout 409 beneficiary_archived': to('ben archived'),
  'createPayout 422 unsupported_method': to('ben left out'),
  'createPayout 422 pricing_unavailable': body((pick) => ({
    beneficiary_id: pick('ben open'),
    ...price,
    source_currency: 'EUR',
  })),
  'createPayout 422 amount_too_small': body((pick) => ({
    beneficiary_id: pick('ben open'),
    ...price,
    amount: '0.000001',
  })),
  'createPayout 422 limit_exceeded': body((pick) => ({
    beneficiary_id: pick('ben open'),
    ...price,
    amount: '9000000',
  })),
  'createPayout 422 risk_blocked': body((pick) => ({
    beneficiary_id: pick('ben open'),
    ...price,
    description: 'sim:block',
  })),
  'createPayout 409 quote_already_used': quoted('quo used'),
  'createPayout 422 quote_expired': quoted('quo expired'),
  'createPayout 422 quote_mismatch': quoted('quo of remittances'),
  'createPayout 503 operation_suspended': to('ben suspended'),
  'createRemittance 409 customer_closed': remittance('ben of closed'),
  'createRemittance 409 customer_blocked': remittance('ben of blocked'),
  'createRemittance 422 customer_not_active': remittance('ben of rejected'),
  'createRemittance 409 beneficiary_archived': remittance('ben archived'),
  'createRemittance 422 quote_expired': remittance('ben open', 'quo of remittances expired'),
  'createRemittance 422 risk_blocked': remittance('ben open', 'quo of remittances', {
    description: 'sim:block',
  }),
  'createSandboxEvidence 200': (draft, { own, random }) => {
    draft.path = `/v1/sandbox/operations/${own.pick('pout held', random) ?? ''}/evidence`;
    draft.body = { outcome: 'paid' };
  },
  'createWithdrawal 422 risk_blocked': body((pick) => ({
    destination_id: pick('sdst'),
    amount: '1',
    description: 'sim:block',
  })),
  'createRefund 422 insufficient_funds': body((pick) => ({ payin_id: pick('pin spent') })),
  'createRefund 422 amount_too_small': body((pick) => ({ payin_id: pick('pin open'), amount: '0.000001' })),
  'createRefund 422 risk_blocked': body((pick) => ({
    payin_id: pick('pin open'),
    amount: '1',
    reason: 'sim:block',
  })),
  'createFundingAccount 422 amount_required': body(() => ({ method: 'pix', currency: 'BRL' })),
  'createFundingAccount 422 one_payment_unavailable': body(() => ({
    method: 'ach',
    currency: 'USD',
    amount: '150',
  })),
  'createFundingAccount 422 amount_too_small': body(() => ({
    method: 'bank_transfer',
    currency: 'PEN',
    settlement_currency: 'USDT',
    amount: '0.01',
  })),
  'createFundingAccount 422 limit_exceeded': body(() => ({ ...deposits, amount: '99999999' })),
};

/** Valid requests that are refused while payouts and pay-ins by ach are stopped. */
const whileStopped: Readonly<Record<string, Aim>> = {
  'createFundingAccount 503 operation_suspended': body(() => ({ method: 'ach', currency: 'USD' })),
};

const asItIs: Aim = () => undefined;
/** A request without a key for the cheapest answer: the OpenAPI file. */
const withoutKey: Aim = (draft) => {
  setHeader(draft, 'Authorization', undefined);
  if (draft.operation.id === 'getDescription') setHeader(draft, 'X-Correlation-Id', 'short');
};

/** A documented answer and its name in reports. */
interface Target {
  readonly way: string;
  readonly operation: Operation;
  readonly aim: Aim;
}

/** The weather in which the answer comes, and the aim; undefined if only random requests reach it. */
function wayTo(id: string, answer: string): [Weather, Aim] | undefined {
  if (answer === '429 rate_limited') return ['a flood without keys', withoutKey];
  const aim = ofOneOperation[`${id} ${answer}`] ?? ofAnyOperation[answer];
  if (aim !== undefined) return ['calm', aim];
  if (answer === '503 operation_suspended')
    return ['much is stopped', whileStopped[`${id} ${answer}`] ?? asItIs];
  return answer.startsWith('2') ? ['calm', asItIs] : undefined;
}

const calm: Target[] = [];
const targets: Record<Weather, Target[]> = {
  calm,
  'one at a time': calm,
  'much is stopped': [],
  'a flood without keys': [],
};
for (const way of documented()) {
  const [, id = '', answer = ''] = /^(\S+) (.+)$/.exec(way) ?? [];
  const operation = operations.find((each) => each.id === id);
  const [weather, aim] = wayTo(id, answer) ?? [];
  if (operation && weather && aim) targets[weather].push({ way, operation, aim });
}

/** Aims at answers that the OpenAPI file does not have: an operation was renamed, or an answer removed. */
export function staleAims(): string[] {
  const ways = documented();
  return [
    ...Object.keys({ ...ofOneOperation, ...whileStopped }).filter((way) => !ways.includes(way)),
    ...Object.keys(ofAnyOperation).filter((answer) => !ways.some((way) => way.endsWith(` ${answer}`))),
  ];
}

/** Requests for the OpenAPI file from one address, enough for one to be refused. */
const floodOfDescription = 200;

/**
 * The nth aim of a run or of a round of bad weather: each is used once before any repeats. In calm weather every other aim
 * is a success, because many need money or a state that other requests take away.
 */
export function aimed(
  draw: Draw,
  { weather, seed, nth: turn }: { weather: Weather; seed: number; nth: number },
): Draft {
  const isDescription = ({ operation }: Target): boolean => operation.id === 'getDescription';
  const all = targets[weather];
  const isForSuccess = all === calm && turn % 2 === 1;
  const nth = all === calm ? Math.floor(turn / 2) : turn;
  const fit =
    weather === 'a flood without keys'
      ? all.filter((each) => isDescription(each) === nth < floodOfDescription)
      : all.filter(({ way }) => !isForSuccess || / 2\d\d$/.test(way));
  const pass = Math.floor(nth / fit.length);
  const order = shuffled(fit, new Random(seed, pass));
  // Replays need something created before, so they come last.
  const target = order.toSorted((a, b) => Number(isRepeat(a)) - Number(isRepeat(b)))[nth % fit.length];
  if (target === undefined) throw new Error(`there is no aim in ${weather}`);
  const again = draw.made.get(target.way);
  if (again !== undefined) return again;
  const draft = validDraft(target.operation, draw);
  target.aim(draft, draw);
  draft.mutation = `aimed at ${target.way}`;
  return draft;
}

const isRepeat = ({ way }: Target): boolean => way.endsWith(' 200');

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.whole(0, rest.length - 1), 1)[0] as T);
}

function nameAbsent(draft: Draft, random: Random): void {
  const named = fieldsOf(draft).find(({ schema }) => idPrefix(schema, random) !== undefined);
  if (named !== undefined) {
    named.holder[named.name] = absentId(idPrefix(named.schema, random) ?? '');
    return;
  }
  const described = Object.entries(resolved(draft.operation.body ?? {}).properties ?? {});
  const [name, schema] = described.find(([, each]) => idPrefix(resolved(each), random) !== undefined) ?? [];
  if (name === undefined || schema === undefined) return;
  draft.body = { ...(draft.body as object), [name]: absentId(idPrefix(resolved(schema), random) ?? '') };
}

function setHeader(draft: Draft, name: string, value: string | undefined): void {
  draft.headers = draft.headers.filter(([each]) => each !== name);
  if (value !== undefined) draft.headers.push([name, value]);
}

function setBytes(draft: Draft, text: string): void {
  draft.bytes = Buffer.from(text);
  setHeader(draft, 'Content-Type', 'application/json');
}
