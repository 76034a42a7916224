import type { z } from 'zod';
import { Refusal } from '../../domain/refusal.js';
import type { Clock } from '../../ports/clock.js';
import type { Log } from '../../ports/log.js';
import type {
  FundingAsk,
  Notice,
  Opening,
  Receipt,
  Submission,
  Order,
  OperationNotice,
  PayeeAnswer,
  PayeeAsk,
  PaymentNotice,
  PaymentResultNotice,
  Provider,
  Received,
  SignedMessage,
} from '../../ports/provider.js';
import { exact, show } from '../../domain/money.js';
import { present } from '../../domain/event.js';
import type { StatementLine } from '../../ports/statement.js';
import { Circuit } from './connector/circuit.js';
import { jsonOf } from './connector/body.js';
import { Link, whyOf, type LinkOptions } from './connector/link.js';
import {
  atOnceMost,
  closed,
  confirmations,
  findings,
  noticePage,
  notices as noticesBody,
  opened,
  payeeChecked,
  statement,
} from './connector/protocol.js';
import { signatureHeader, signed, verify } from './connector/signature.js';
import { confirmationOf, findingOf, lineOf, noticeOf, receiptOf } from './connector/reading.js';
import { Watch, type WatchOptions } from './connector/watch.js';

export interface ConnectorOptions extends LinkOptions, WatchOptions {
  /** Notices count as evidence without a look-up. */
  readonly trustsNotices: boolean;
  /** Number of consecutive uncertain answers after which new orders wait. */
  readonly uncertainMost: number;
  readonly openSeconds: number;
  readonly log: Log;
}

/** A bank behind an operator's connector, over the documented protocol (`schema/connector.openapi.json`). */
export function openConnector(options: ConnectorOptions): Provider {
  const { clock, name } = options;
  const link = new Link(options);
  const now = (): number => clock.machineNow().getTime();
  const circuit = new Circuit(
    { uncertainMost: options.uncertainMost, openMs: options.openSeconds * 1000 },
    now,
  );
  const watch = new Watch(options, link, circuit);
  const connector = new Connector(link);
  return {
    name,
    get settlingMs() {
      return watch.settlingMs;
    },
    async submit(submission) {
      const { kind, method, currency, amount } = submission;
      const most = watch.limits(kind, method, currency)?.perOperation;
      if (most !== undefined && amount.isGreaterThan(exact(most)))
        return { outcome: 'refused', code: 'limit_exceeded' };
      const receipt = await submitTo(link, clock, submission);
      if (receipt.outcome === 'uncertain') circuit.uncertain();
      else if (receipt.outcome !== 'too_late' && receipt.outcome !== 'not_sent') circuit.certain();
      watch.listen();
      return receipt;
    },
    lookUp: (references) => connector.lookUp(references),
    orders: (after) => connector.orders(after),
    payments: (after) => connector.payments(after),
    statement: (after) => connector.statement(after),
    openFundingAccount: ({ payer, ...ask }) =>
      connector.open(payer && watch.has('payer') ? { ...ask, payer } : ask),
    closeFundingAccount: (reference) => connector.closeAccount(reference),
    confirmPayins: (references) => connector.confirm(references),
    checkPayee: (ask) =>
      watch.has('payee_check') ? connector.checkPayee(ask) : Promise.resolve({ result: 'not_possible' }),
    // Notices arrive at the public listener; the notice list is also read by cursor.
    start: async () => undefined,
    stop: () => link.close(),
    remote: {
      waitMs: () => watch.waitMs(),
      offers: (product, method, currency) => watch.offers(product, method, currency),
      limits: (product, method, currency) => watch.limits(product, method, currency),
      has: (feature) => watch.has(feature),
      troubles: () => watch.troubles,
      alarms: () => watch.subjects,
      refresh: () => watch.look(now()),
      receive: (message) => receive(options, message),
      proven: (notices) => (options.trustsNotices ? Promise.resolve(notices) : connector.proven(notices)),
      notices: (after) => connector.notices(after),
      assertEnvironment: () => watch.assertEnvironment(now()),
    },
  };
}

async function submitTo(link: Link, clock: Clock, submission: Submission): Promise<Receipt> {
  const { reference, amount, accountId, sendBy, kind, currency, method, details, memo } = submission;
  if (sendBy <= clock.machineNow()) return { outcome: 'too_late' };
  const body = {
    kind,
    amount: show(amount, currency),
    currency,
    method,
    details,
    ...(memo !== undefined && { memo }),
    send_by: sendBy.toISOString(),
    account_id: accountId,
  };
  return receiptOf(await link.sendOrder(`/operations/${encodeURIComponent(reference)}`, { body, sendBy }));
}

/** Returns the notices of a correctly signed request, and a function that signs the response. */
function receive({ receivingKeys, sendingKeys, clock }: LinkOptions, message: SignedMessage): Received {
  const at = clock.machineNow();
  const verdict = verify(message, message.signature, { keys: receivingKeys, at });
  if (!verdict.isGood) throw new Refusal('invalid_api_key', `The notices are refused: ${verdict.why}.`);
  const { nonce } = verdict;
  const parsed = noticesBody.safeParse(jsonOf(message.body));
  if (!parsed.success)
    throw new Refusal('invalid_body', `The body does not follow the protocol: ${whyOf(parsed.error)}.`);
  return {
    notices: parsed.data.notices.map(noticeOf),
    signatureOf: (body) => [
      signatureHeader,
      signed({ ...message, body: Buffer.from(body) }, { keys: sendingKeys, nonce, at: clock.machineNow() }),
    ],
  };
}

/** The caller waits and must get an answer within 4.5 seconds. */
const payeeCheckMs = 4_000;

class Connector {
  constructor(private readonly link: Link) {}

  async read<T extends z.ZodType>(
    schema: T,
    path: string,
    ask: Parameters<Link['read']>[2] = {},
  ): Promise<z.output<T>> {
    const response = await this.link.read(schema, path, ask);
    if (response === 'unchanged') throw new Error('it answered "not modified" without being asked');
    return response.body;
  }

  async lookUp(references: readonly string[]) {
    const messages = await this.inParts(references, async (some) => {
      const ask = { method: 'POST', body: { references: some } } as const;
      return (await this.read(findings, '/operations/lookup', ask)).findings;
    });
    return answersOf(references, messages, findingOf);
  }

  async confirm(references: readonly string[]) {
    const messages = await this.inParts(references, async (some) => {
      const ask = { method: 'POST', body: { references: some } } as const;
      return (await this.read(confirmations, '/payments/confirm', ask)).confirmations;
    });
    return answersOf(references, messages, confirmationOf);
  }

  open({ reference, method, currency, amount, expiresAt, payer }: FundingAsk): Promise<Opening> {
    return this.read(opened, `/funding-accounts/${encodeURIComponent(reference)}`, {
      method: 'PUT',
      body: {
        method,
        currency,
        ...(amount && { amount: show(amount, currency) }),
        ...(expiresAt && { expires_at: expiresAt.toISOString() }),
        ...(payer && { payer }),
      },
    });
  }

  async closeAccount(reference: string): Promise<void> {
    const path = `/funding-accounts/${encodeURIComponent(reference)}/close`;
    await this.read(closed, path, { method: 'POST', body: {} });
  }

  async checkPayee({ method, currency, details }: PayeeAsk): Promise<PayeeAnswer> {
    const checked = await this.read(payeeChecked, '/beneficiaries/verify', {
      method: 'POST',
      body: { method, currency, details },
      deadlineMs: payeeCheckMs,
    });
    return present({ result: checked.result, holderHint: checked.holder_hint });
  }

  async statement(after?: string) {
    const page = await this.read(statement, `/statement${query(after)}`);
    return {
      lines: page.lines.flatMap(lineOf),
      next: page.next,
      hasMore: page.has_more,
      closed: BigInt(page.closed_sequence),
    };
  }

  /** The statement lists the orders that moved money; a look-up returns the current state of each. */
  async orders(after?: string) {
    const { lines, next, hasMore } = await this.statement(after);
    const moved = lines.filter(({ payment }) => payment === undefined);
    const accounts = new Map(moved.map(({ reference, accountId }) => [reference, accountId]));
    const found = await this.lookUp([...accounts.keys()]);
    const orders = new Map<string, Order>(
      [...found].map(([reference, finding]) => [
        reference,
        { ...finding, accountId: accounts.get(reference) },
      ]),
    );
    return { orders, next: hasMore ? next : undefined };
  }

  async payments(after?: string) {
    const { lines, next, hasMore } = await this.statement(after);
    return { notices: lines.flatMap(paymentOf), next: hasMore ? next : undefined };
  }

  async notices(after?: string) {
    const page = await this.read(noticePage, `/notices${query(after)}`);
    return { notices: page.notices.map(noticeOf), next: page.next, hasMore: page.has_more };
  }

  /** A notice about an order is only a hint: a look-up decides the outcome. */
  async proven(notices: readonly Notice[]): Promise<Notice[]> {
    const hints = notices.filter((notice) => notice.type === 'operation');
    const found = await this.lookUp([...new Set(hints.map(({ reference }) => reference))]);
    return notices.flatMap((notice): Notice[] => {
      if (notice.type !== 'operation') return [notice];
      const finding = found.get(notice.reference);
      if (finding === undefined || finding.outcome === 'not_found') return [];
      const { id, type, reference } = notice;
      const outcome: Omit<OperationNotice, 'id' | 'type' | 'reference'> =
        finding.outcome === 'unknown' ? { outcome: 'in_flight' } : finding;
      return [{ id, type, reference, ...outcome }];
    });
  }

  private async inParts<T>(
    references: readonly string[],
    ask: (some: string[]) => Promise<T[]>,
  ): Promise<T[]> {
    const all: T[] = [];
    for (let at = 0; at < references.length; at += atOnceMost)
      all.push(...(await ask(references.slice(at, at + atOnceMost))));
    return all;
  }
}

/** The answers in the order of the references; an answer that leaves a reference out is invalid. */
function answersOf<T extends { readonly reference: string }, A>(
  references: readonly string[],
  messages: readonly T[],
  read: (message: T) => A,
): Map<string, A> {
  const known = new Map(messages.map((each) => [each.reference, each]));
  return new Map(
    references.map((reference) => {
      const each = known.get(reference);
      if (each === undefined) throw new Error('its answer omits a requested reference');
      return [reference, read(each)];
    }),
  );
}

const query = (after: string | undefined): string =>
  after === undefined ? '' : `?after=${encodeURIComponent(after)}`;

function paymentOf(line: StatementLine): (PaymentNotice | PaymentResultNotice)[] {
  const { kind, reference: paymentReference, payment, amount, currency } = line;
  if (payment === undefined) return [];
  const id = `statement:${paymentReference}`;
  if (kind === 'payment')
    return [{ id, type: 'payment', paymentReference, ...payment, amount, currency, outcome: 'completed' }];
  return [{ id: `${id}:reversed`, type: 'payment_result', paymentReference, outcome: 'reversed' }];
}
