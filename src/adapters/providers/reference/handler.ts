import { exact, parseAmount, show } from '../../../domain/money.js';
import type { z } from 'zod';
import {
  atOnceMost,
  operation,
  opening,
  payee,
  protocolVersion,
  references,
  type Capabilities,
} from '../connector/protocol.js';
import type { Simulator } from '../simulator.js';
import { lineOf } from './line.js';
import { protocolNotice, traceMessage, traceOf } from './message.js';
import type { ReferenceStore } from './store.js';

export interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface ProtocolRequest {
  readonly path: string;
  /** The last part of the path, such as a reference. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export type Handler = (request: ProtocolRequest) => Promise<Answer>;

export interface Bank {
  readonly simulator: Simulator;
  readonly store: ReferenceStore;
  readonly environment: 'sandbox' | 'live';
  readonly offer: Pick<Capabilities, 'capabilities'>;
  readonly concurrency: number;
  /** Closes a day after each booking, for tests. */
  readonly closesAtOnce: boolean;
  readonly pageSize: number;
}

const ok = (body: object): Answer => ({ status: 200, body });
export const failed = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});

/** The handlers of the protocol by method and path pattern. */
export function handlersOf(bank: Bank): readonly (readonly [method: string, path: RegExp, run: Handler])[] {
  return [
    ['GET', /^\/capabilities$/, async () => ok(capabilitiesOf(bank))],
    ['PUT', /^\/operations\/([^/]+)$/, (request) => submit(bank, request)],
    ['POST', /^\/operations\/lookup$/, (request) => lookUp(bank, request)],
    ['POST', /^\/beneficiaries\/verify$/, (request) => checkPayee(bank, request)],
    ['PUT', /^\/funding-accounts\/([^/]+)$/, (request) => open(bank, request)],
    ['POST', /^\/funding-accounts\/([^/]+)\/close$/, (request) => close(bank, request)],
    ['POST', /^\/payments\/confirm$/, (request) => confirm(bank, request)],
    ['GET', /^\/notices$/, (request) => notices(bank, request)],
    ['GET', /^\/statement$/, (request) => statement(bank, request)],
    ['GET', /^\/balance$/, () => balance(bank)],
    ['POST', /^\/bank\/deposits$/, (request) => deposit(bank, request)],
  ];
}

function capabilitiesOf({ environment, offer, simulator, concurrency }: Bank): Capabilities {
  return {
    protocol_version: protocolVersion,
    environment,
    capabilities: offer.capabilities,
    features: ['refund', 'partial_refund', 'returns', 'statement', 'payee_check', 'payer'],
    settling_seconds: simulator.settlingMs / 1000,
    concurrency,
  };
}

async function valid<T extends z.ZodType>(
  schema: T,
  body: unknown,
  then: (body: z.output<T>) => Promise<Answer>,
): Promise<Answer> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return then(parsed.data);
  const [issue] = parsed.error.issues;
  return failed(400, 'invalid_body', `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? ''}`);
}

const otherBody = failed(409, 'other_body', 'The reference was used with another body; nothing was done.');
const sorted = (body: object): string =>
  JSON.stringify(body, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

function submit(
  { simulator, store, environment }: Bank,
  { path, name, body }: ProtocolRequest,
): Promise<Answer> {
  return valid(operation, body, async (order) => {
    if (parseAmount(order.amount, order.currency) === undefined)
      return failed(400, 'invalid_body', `amount: is not an amount of ${order.currency}`);
    const text = sorted(order);
    const before = await store.requestAt(path);
    if (before && before.body !== text) return otherBody;
    const sendBy = new Date(order.send_by);
    if (before === undefined && sendBy <= new Date())
      return failed(410, 'send_by_passed', 'It arrived after send_by; nothing was done.');
    const stored = await store.keep(path, text);
    if (stored.body !== text) return otherBody;
    // A known order is answered at any time; an unknown one is not sent after send_by.
    const isKnown =
      before !== undefined && (await simulator.lookUp([name])).get(name)?.outcome !== 'not_found';
    const receipt = await simulator.submit({
      reference: name,
      kind: order.kind,
      amount: exact(order.amount),
      currency: order.currency,
      method: order.method,
      details: order.details,
      accountId: order.account_id,
      sendBy: isKnown ? new Date(Date.now() + 10_000) : sendBy,
      // The memo can contain simulator tags, which work only in a sandbox.
      ...(order.memo !== undefined && environment === 'sandbox' && { memo: order.memo }),
    });
    switch (receipt.outcome) {
      case 'accepted':
        return ok({ outcome: 'accepted', ...traceMessage(receipt) });
      case 'paid':
        return ok({
          outcome: 'paid',
          amount: show(receipt.amount, receipt.currency),
          currency: receipt.currency,
          at: stored.receivedAt.toISOString(),
          ...traceOf(receipt, name),
        });
      case 'refused':
        return ok({ outcome: 'refused', code: receipt.code });
      case 'too_late':
        return failed(410, 'send_by_passed', 'It arrived after send_by; nothing was done.');
      case 'uncertain':
      case 'not_sent':
        return failed(504, 'uncertain', 'The bank gave no clear answer.');
    }
  });
}

function lookUp({ simulator, store }: Bank, { body }: ProtocolRequest): Promise<Answer> {
  return valid(references, body, async ({ references: wanted }) => {
    const found = await simulator.lookUp(wanted);
    const findings = wanted.map(async (reference) => {
      const finding = found.get(reference) ?? { outcome: 'not_found' };
      if (!('amount' in finding)) {
        const { trace: _, ...message } = finding;
        return { reference, ...message, ...traceMessage(finding) };
      }
      const stored = await store.requestAt(`/operations/${reference}`);
      return {
        reference,
        outcome: finding.outcome,
        amount: show(finding.amount, finding.currency),
        currency: finding.currency,
        at: (stored?.receivedAt ?? new Date()).toISOString(),
        ...traceOf(finding, reference),
      };
    });
    return ok({ findings: await Promise.all(findings) });
  });
}

function checkPayee({ simulator }: Bank, { body }: ProtocolRequest): Promise<Answer> {
  return valid(payee, body, async (ask) => {
    const { result, holderHint } = await simulator.checkPayee(ask);
    return ok({ result, ...(holderHint !== undefined && { holder_hint: holderHint }) });
  });
}

function open({ simulator, store }: Bank, { path, name, body }: ProtocolRequest): Promise<Answer> {
  return valid(opening, body, async (ask) => {
    const text = sorted(ask);
    const stored = await store.keep(path, text);
    if (stored.body !== text) return otherBody;
    const { method, currency, amount, expires_at: expiresAt } = ask;
    const opening = await simulator.openFundingAccount({
      reference: name,
      method,
      currency,
      ...(amount !== undefined && { amount: exact(amount) }),
      ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
    });
    if (opening.outcome === 'unavailable') return failed(503, 'unavailable', opening.reason);
    return ok(opening);
  });
}

async function close({ simulator }: Bank, { name }: ProtocolRequest): Promise<Answer> {
  await simulator.closeFundingAccount(name);
  return ok({ outcome: 'closed' });
}

function confirm({ simulator }: Bank, { body }: ProtocolRequest): Promise<Answer> {
  return valid(references, body, async ({ references: wanted }) => {
    const confirmed = await simulator.confirmPayins(wanted);
    const all = wanted.map((reference) => {
      const each = confirmed.get(reference) ?? { outcome: 'pending' };
      if (each.outcome !== 'confirmed') {
        const { trace: _, ...answered } = each;
        return { reference, ...answered, ...traceMessage(each) };
      }
      const { outcome, amount, currency } = each;
      const at = new Date().toISOString();
      return {
        reference,
        outcome,
        amount: show(amount, currency),
        currency,
        at,
        ...traceOf(each, reference),
      };
    });
    return ok({ confirmations: all });
  });
}

/** A cursor is the number of the last line that was read. */
const after = (query: URLSearchParams): string | undefined => {
  const cursor = query.get('after') ?? '0';
  return /^\d{1,18}$/.test(cursor) ? cursor : undefined;
};

const noCursor = failed(400, 'invalid_cursor', 'after: is not a cursor of this list.');

async function notices({ store, pageSize }: Bank, { query }: ProtocolRequest): Promise<Answer> {
  const from = after(query);
  if (from === undefined) return noCursor;
  const size = Math.min(pageSize, atOnceMost);
  const stored = await store.noticesAfter(from, size);
  const messages = stored.map(({ told: text, sequence }) => ({
    ...(JSON.parse(text) as object),
    sequence: Number(sequence),
  }));
  return ok({ notices: messages, next: stored.at(-1)?.sequence ?? from, has_more: stored.length === size });
}

async function statement(bank: Bank, { query }: ProtocolRequest): Promise<Answer> {
  const from = after(query);
  if (from === undefined) return noCursor;
  const { store, pageSize } = bank;
  await bookAll(bank);
  const stored = await store.linesAfter(from, pageSize);
  const lines = stored.map(({ told: text, sequence }) => ({
    sequence: Number(sequence),
    ...(JSON.parse(text) as object),
  }));
  const next = stored.at(-1)?.sequence ?? from;
  const closed = Number(stored[0]?.closed ?? (await store.closed()));
  return ok({ lines, next, has_more: stored.length === pageSize, closed_sequence: closed });
}

/** Books all movements of the bank since the last booking, with today's date. */
async function bookAll({ simulator, store, closesAtOnce }: Bank): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  for (let cursor = await store.lastSource(), hasMore = true; hasMore;) {
    const page = await simulator.statement(cursor);
    const lines = page.lines.map((each) => lineOf(each, today));
    await store.book(lines, today, closesAtOnce);
    ({ next: cursor, hasMore } = page);
  }
}

async function balance(bank: Bank): Promise<Answer> {
  await bookAll(bank);
  const standing = await bank.store.balances();
  return ok({
    balances: standing.map(({ currency, amount }) => ({ currency, amount: exact(amount).toFixed() })),
  });
}

/** Sandbox only, not part of the protocol: the bank receives a payment. */
async function deposit(bank: Bank, { body }: ProtocolRequest): Promise<Answer> {
  const { funding_reference, bank_reference, amount, currency } = (body ?? {}) as Record<string, unknown>;
  if (
    typeof funding_reference !== 'string' ||
    typeof bank_reference !== 'string' ||
    typeof amount !== 'string' ||
    typeof currency !== 'string' ||
    parseAmount(amount, currency) === undefined
  )
    return failed(
      400,
      'invalid_body',
      'funding_reference, bank_reference, amount and currency are required.',
    );
  const opened = await bank.store.requestAt(`/funding-accounts/${funding_reference}`);
  const ask = opened && opening.safeParse(JSON.parse(opened.body)).data;
  const notice = await bank.simulator.deposit({
    ...(ask && { method: ask.method }),
    fundingReference: funding_reference,
    bankReference: bank_reference,
    amount: exact(amount),
    currency,
    outcome: 'completed',
    delayMs: 0,
  });
  await bank.store.addNotices([protocolNotice(notice)]);
  return ok({ payment_reference: notice.paymentReference });
}
