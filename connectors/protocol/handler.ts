import type { z } from 'zod';
import { canonical, schemaOf } from './body.ts';
import type { Journal } from './journal.ts';
import type { Bank, Confirmation, Finding, Opening, Order } from './message.ts';

export interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface Ask {
  readonly path: string;
  /** The last part of the path: an order or account reference. */
  readonly reference: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type Handler = (ask: Ask) => Promise<Answer>;

interface Served {
  readonly bank: Bank;
  readonly journal: Journal;
}

const ok = (body: object): Answer => ({ status: 200, body });
export const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { error: { code, message } },
});

const schemas = {
  order: schemaOf('Operation'),
  references: schemaOf('References'),
  opening: schemaOf('Opening'),
};
const linesMost = 500;
const noticesMost = 100;
const otherBody = refusal(409, 'other_body', 'The reference was used with another body; nothing was done.');

/** The handlers of the protocol by method and path pattern. */
export function handlersOf(
  served: Served,
): readonly (readonly [method: string, path: RegExp, run: Handler])[] {
  const { bank, journal } = served;
  const once = new Turns();
  return [
    ['GET', /^\/capabilities$/, async () => ok({ protocol_version: 1, ...bank.capabilities() })],
    ['PUT', /^\/operations\/([^/]+)$/, (ask) => once.run(ask.path, () => submit(served, ask))],
    ['POST', /^\/operations\/lookup$/, (ask) => find(served, ask)],
    ['PUT', /^\/funding-accounts\/([^/]+)$/, (ask) => once.run(ask.path, () => open(served, ask))],
    ['POST', /^\/funding-accounts\/([^/]+)\/close$/, (ask) => close(bank, ask)],
    ['POST', /^\/payments\/confirm$/, (ask) => confirm(bank, ask)],
    ['GET', /^\/notices$/, (ask) => notices(journal, ask)],
    ['GET', /^\/statement$/, (ask) => statement(served, ask)],
    ['GET', /^\/balance$/, () => balance(served)],
  ];
}

/** Runs one task at a time for each key, in order of arrival. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  run(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#last.set(key, turn);
    const end = (): void => {
      if (this.#last.get(key) === turn) this.#last.delete(key);
    };
    turn.then(end, end);
    return turn;
  }
}

async function valid<T>(
  schema: z.ZodType,
  body: unknown,
  then: (body: T) => Promise<Answer>,
): Promise<Answer> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return then(parsed.data as T);
  const [issue] = parsed.error.issues;
  return refusal(400, 'invalid_body', `${issue?.path.join('.') || 'the body'}: ${issue?.message ?? ''}`);
}

/** Amounts of the currencies that a bank serves have two decimals. */
const isAmount = (amount: string): boolean => /^\d+(\.\d{1,2})?$/.test(amount) && /[1-9]/.test(amount);

function submit({ bank, journal }: Served, { path, reference, body }: Ask): Promise<Answer> {
  return valid<Order>(schemas.order, body, async (order) => {
    if (!isAmount(order.amount))
      return refusal(400, 'invalid_body', 'amount: must be above 0, with 2 decimals at most');
    const text = canonical(order);
    const before = journal.request(path);
    if (before !== undefined && before.body !== text) return otherBody;
    if (before === undefined && new Date(order.send_by) <= new Date())
      return refusal(410, 'send_by_passed', 'It arrived after send_by; nothing was done.');
    const stored = journal.keep(path, text);
    if (stored.answer !== undefined) return ok(JSON.parse(stored.answer) as object);
    const answer = await bank.submit(reference, order, stored.isRepeat);
    journal.answer(path, JSON.stringify(answer));
    return ok(answer);
  });
}

interface References {
  readonly references: readonly string[];
}

/** The finding for an order that was refused at once and never reached the bank. */
function refusedAtOnce(journal: Journal, reference: string): Finding | undefined {
  const answer = journal.request(`/operations/${reference}`)?.answer;
  if (answer === undefined) return undefined;
  const { outcome, code = '' } = JSON.parse(answer) as { outcome: string; code?: string };
  return outcome === 'refused' ? { outcome: 'not_executed', code } : undefined;
}

function find({ bank, journal }: Served, { body }: Ask): Promise<Answer> {
  return valid<References>(schemas.references, body, async ({ references }) => {
    const found = await bank.find(references);
    const findings = references.map((reference) => {
      const finding = found.get(reference) ?? refusedAtOnce(journal, reference) ?? { outcome: 'not_found' };
      return { reference, ...finding };
    });
    return ok({ findings });
  });
}

function open({ bank, journal }: Served, { path, reference, body }: Ask): Promise<Answer> {
  return valid<Opening>(schemas.opening, body, async (opening) => {
    if (opening.amount !== undefined && !isAmount(opening.amount))
      return refusal(400, 'invalid_body', 'amount: must be above 0, with 2 decimals at most');
    const text = canonical(opening);
    const stored = journal.keep(path, text);
    if (stored.body !== text) return otherBody;
    if (stored.answer !== undefined) return ok(JSON.parse(stored.answer) as object);
    const answer = await bank.open(reference, opening);
    journal.answer(path, JSON.stringify(answer));
    return ok(answer);
  });
}

async function close(bank: Bank, { reference }: Ask): Promise<Answer> {
  await bank.close(reference);
  return ok({ outcome: 'closed' });
}

function confirm(bank: Bank, { body }: Ask): Promise<Answer> {
  return valid<References>(schemas.references, body, async ({ references }) => {
    const found = await bank.confirm(references);
    const confirmations = references.map((reference) => {
      const each: Confirmation = found.get(reference) ?? {
        outcome: 'not_confirmed',
        code: 'payment_not_found',
      };
      return { reference, ...each };
    });
    return ok({ confirmations });
  });
}

/** A cursor is the sequence after which the page starts. */
const cursorOf = (query: URLSearchParams): string | undefined => {
  const cursor = query.get('after') ?? '0';
  return /^\d{1,15}$/.test(cursor) ? cursor : undefined;
};
const noCursor = refusal(400, 'invalid_cursor', 'after: is not a cursor of this list.');

async function notices(journal: Journal, { query }: Ask): Promise<Answer> {
  const after = cursorOf(query);
  if (after === undefined) return noCursor;
  const { rows, next, hasMore } = journal.notices(after, noticesMost);
  return ok({ notices: rows, next, has_more: hasMore });
}

async function statement({ bank, journal }: Served, { query }: Ask): Promise<Answer> {
  const after = cursorOf(query);
  if (after === undefined) return noCursor;
  await bank.refresh();
  const { rows, next, hasMore } = journal.lines(after, linesMost);
  return ok({ lines: rows, next, has_more: hasMore, closed_sequence: journal.closedSequence() });
}

async function balance({ bank, journal }: Served): Promise<Answer> {
  await bank.refresh();
  return ok({ balances: journal.balances() });
}
