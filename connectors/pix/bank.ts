import { toBuffer } from 'qrcode';
import { BigNumber } from 'bignumber.js';
import type {
  Bank,
  Capabilities,
  Confirmation,
  Finding,
  Opening,
  OpeningAnswer,
  Order,
  OrderAnswer,
} from '../protocol/message.ts';
import {
  isRefused,
  type Charge,
  type ChargeRequest,
  type PixApi,
  type PixRefund,
  type Refused,
} from './api.ts';
import { brCode } from './br-code.ts';
import type { Poller } from './poll.ts';
import { findingOf, movedOf, staticTxidOf, txidOf, type PixRecord, type RefundRow } from './record.ts';
import type { PixSettings } from './settings.ts';
import { NotSent, Unclear } from './transport.ts';

interface Parts {
  readonly environment: 'sandbox' | 'live';
  readonly settings: PixSettings;
  readonly api: PixApi;
  readonly record: PixRecord;
  readonly poller: Pick<Poller, 'scanNow' | 'take'>;
  readonly report: (error: unknown) => void;
}

/** The service waits 10 seconds for an answer. */
const orderMs = 8_000;
const lookUpMs = 6_000;
const endToEndId = /^[a-zA-Z0-9]{32}$/;
/** The standard's largest amount: 10 digits and 2 decimals. */
const amountMost = new BigNumber('9999999999.99');

/**
 * A receiving institution behind the protocol. It receives and refunds; the standard has no outgoing
 * payments.
 */
export class PixBank implements Bank {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  capabilities(): Capabilities {
    const { environment, settings } = this.#parts;
    const limits = { per_operation: amountMost.toFixed() };
    return {
      environment,
      capabilities: (['payin', 'refund'] as const).map((product) => ({
        product,
        method: 'pix',
        currency: 'BRL',
        limits,
      })),
      features: ['refund', 'partial_refund', 'statement', 'payer'],
      settling_seconds: settings.settling_seconds,
      concurrency: 8,
    };
  }

  async submit(reference: string, order: Order, isRepeat: boolean): Promise<OrderAnswer> {
    const { api, record } = this.#parts;
    if (order.kind !== 'refund' || order.method !== 'pix' || order.currency !== 'BRL')
      return { outcome: 'refused', code: 'not_offered' };
    const e2eid = order.details['payment_reference'] ?? '';
    if (!endToEndId.test(e2eid)) return { outcome: 'refused', code: 'payment_not_found' };
    const amount = new BigNumber(order.amount);
    if (amount.isGreaterThan(amountMost)) return { outcome: 'refused', code: 'limit_exceeded' };
    const { account_id, send_by } = order;
    const row = record.addRefund({ reference, e2eid, amount: amount.toFixed(2), account_id, send_by });
    if (row.status !== 'sent') return answerOf(row);
    const deadline = Date.now() + orderMs;
    if (isRepeat) {
      const known = await api.refundOf(e2eid, row.id, deadline);
      if (!isRefused(known)) return answerOf(record.settle(row, known));
      if (known.status !== 404) throw new Unclear(`the refund could not be looked up: ${known.code}`);
    }
    const sendBy = Math.min(deadline, Date.parse(send_by));
    if (sendBy <= Date.now()) throw new Unclear('send_by has passed');
    return this.#send(row, {
      deadline: sendBy,
      isRepeat,
      ...(order.memo !== undefined && { descricao: order.memo }),
    });
  }

  /** On a repeat nothing proves that the first attempt will never be executed, so it is not refused. */
  async #send(
    row: RefundRow,
    { deadline, isRepeat, descricao }: { deadline: number; isRepeat: boolean; descricao?: string },
  ): Promise<OrderAnswer> {
    const { api, record } = this.#parts;
    const { e2eid, id, amount: valor } = row;
    const text = descricao?.replaceAll(/\p{Cc}/gu, ' ').slice(0, 140);
    const refuse = (code: string): OrderAnswer => {
      if (isRepeat) throw new Unclear(`a repeat was refused: ${code}`);
      record.setAbsent(row, code);
      return answerOf(record.refund(row.reference) ?? row);
    };
    let pixRefund: PixRefund | Refused;
    try {
      pixRefund = await api.refund({ e2eid, id, valor, ...(text && { descricao: text }) }, deadline);
    } catch (error) {
      if (error instanceof NotSent) return refuse('rate_limited');
      throw error;
    }
    if (!isRefused(pixRefund)) return answerOf(record.settle(row, pixRefund));
    // A used id is refused in the same way, so the refund may exist already.
    const known = await api.refundOf(e2eid, id, Date.now() + lookUpMs);
    if (!isRefused(known)) return answerOf(record.settle(row, known));
    if (known.status !== 404) throw new Unclear(`the refund could not be looked up: ${known.code}`);
    return refuse(pixRefund.code);
  }

  async find(references: readonly string[]): Promise<ReadonlyMap<string, Finding>> {
    const deadline = Date.now() + lookUpMs;
    const found = references.map(async (reference) => {
      const row = this.#parts.record.refund(reference);
      return row && ([reference, await this.#findingOf(row, deadline)] as const);
    });
    return new Map((await Promise.all(found)).flatMap((each) => (each ? [each] : [])));
  }

  async #findingOf(row: RefundRow, deadline: number): Promise<Finding> {
    const { api, record, report } = this.#parts;
    if (row.status !== 'sent' && row.status !== 'processing') return findingOf(row);
    try {
      const pixRefund = await api.refundOf(row.e2eid, row.id, deadline);
      if (!isRefused(pixRefund)) return findingOf(record.settle(row, pixRefund));
      return { outcome: pixRefund.status === 404 && row.status === 'sent' ? 'not_found' : 'unknown' };
    } catch (error) {
      report(error);
      return { outcome: 'unknown' };
    }
  }

  async open(reference: string, opening: Opening): Promise<OpeningAnswer> {
    const { settings, record } = this.#parts;
    const { method, currency, amount, expires_at } = opening;
    if (method !== 'pix' || currency !== 'BRL') return { outcome: 'refused', code: 'not_offered' };
    if (amount === undefined) {
      const txid = staticTxidOf(reference);
      record.addAccount(reference, { txid, kind: 'static' });
      return { outcome: 'opened', instructions: await codes(brCode({ ...settings, txid })) };
    }
    const valor = new BigNumber(amount);
    if (valor.isGreaterThan(amountMost)) return { outcome: 'refused', code: 'limit_exceeded' };
    const expiresAt =
      expires_at === undefined ? Date.now() + settings.charge_seconds * 1_000 : Date.parse(expires_at);
    if (expiresAt - Date.now() < 1_000) return { outcome: 'refused', code: 'expired' };
    const { kind, calendario, devedor } = this.#termsOf(opening, expiresAt);
    const txid = txidOf(reference);
    record.addAccount(reference, { txid, kind });
    const body = {
      calendario,
      ...(devedor && { devedor }),
      valor: { original: valor.toFixed(2) },
      chave: settings.key,
    };
    const charge = await this.#charge({ kind, txid, body });
    if (isRefused(charge)) return { outcome: 'refused', code: charge.code };
    const location = charge.loc?.location ?? charge.location;
    const code =
      charge.pixCopiaECola ?? (location === undefined ? undefined : brCode({ ...settings, location }));
    if (code === undefined) throw new Unclear('the charge has neither a code nor a location');
    return {
      outcome: 'opened',
      instructions: {
        amount: valor.toFixed(2),
        currency,
        ...(await codes(code)),
        expires_at: new Date(expiresAt).toISOString(),
      },
    };
  }

  /** A due date is a day, so cobv is for accounts that expire on a later one; it may be paid until that day ends. */
  #termsOf({ payer }: Opening, expiresAt: number) {
    const { settings, record } = this.#parts;
    const devedor = devedorOf(payer);
    const day = record.dayOf(expiresAt);
    if (settings.charge === 'cobv' && devedor !== undefined && day > record.dayOf(Date.now()))
      return {
        kind: 'cobv',
        calendario: { dataDeVencimento: day, validadeAposVencimento: 0 },
        devedor,
      } as const;
    const seconds = Math.floor((expiresAt - Date.now()) / 1_000);
    return { kind: 'cob', calendario: { expiracao: Math.min(seconds, 2_147_483_647) }, devedor } as const;
  }

  /** An existing charge that is no longer active is refused when it is put again. */
  async #charge(request: ChargeRequest): Promise<Charge | Refused> {
    const { api } = this.#parts;
    const deadline = Date.now() + orderMs;
    const charge = await api.charge(request, deadline);
    if (!isRefused(charge) || charge.status !== 400) return charge;
    const known = await api.chargeOf(request.kind, request.txid, deadline);
    return isRefused(known) ? charge : known;
  }

  async close(reference: string): Promise<void> {
    const { api, record } = this.#parts;
    const { txid, kind = 'static' } = record.account(reference) ?? {};
    if (txid === undefined || kind === 'static') return;
    const deadline = Date.now() + orderMs;
    const removed = await api.remove(kind, txid, deadline);
    if (!isRefused(removed) || removed.status === 404) return;
    const known = await api.chargeOf(kind, txid, deadline);
    if (isRefused(known) ? known.status !== 404 : known.status === 'ATIVA')
      throw new Unclear(`the charge could not be removed: ${removed.code}`);
  }

  async confirm(references: readonly string[]): Promise<ReadonlyMap<string, Confirmation>> {
    const deadline = Date.now() + lookUpMs;
    const all = references.map(
      async (e2eid) => [e2eid, await this.#confirmationOf(e2eid, deadline)] as const,
    );
    return new Map(await Promise.all(all));
  }

  /** Everything in the record was read from the institution, never from a webhook. */
  async #confirmationOf(e2eid: string, deadline: number): Promise<Confirmation> {
    const { api, record, poller, report } = this.#parts;
    const absent = { outcome: 'not_confirmed', code: 'payment_not_found' } as const;
    if (!endToEndId.test(e2eid)) return absent;
    try {
      if (record.payment(e2eid) === undefined) {
        const pix = await api.pix(e2eid, deadline);
        if (isRefused(pix)) return pix.status === 404 ? absent : { outcome: 'pending' };
        poller.take([pix]);
      }
    } catch (error) {
      report(error);
      return { outcome: 'pending' };
    }
    const payment = record.payment(e2eid);
    if (payment === undefined) return absent;
    if (payment.is_reversed === 1) return { outcome: 'not_confirmed', code: 'payment_reversed' };
    return {
      outcome: 'confirmed',
      ...movedOf({ ...payment, reference: e2eid }),
      trace_kind: 'end_to_end_id',
    };
  }

  /** If reading fails, the statement shows what was read before and closes no day. */
  async refresh(): Promise<void> {
    await this.#parts.poller.scanNow().catch(this.#parts.report);
  }
}

function answerOf(row: RefundRow): OrderAnswer {
  const finding = findingOf(row);
  if (finding.outcome === 'paid') return { ...finding, outcome: 'paid' };
  if (finding.outcome === 'not_executed') return { outcome: 'refused', code: finding.code };
  if (finding.outcome === 'in_flight') return { outcome: 'accepted' };
  throw new Unclear(`the refund is ${finding.outcome}`);
}

/** CPF for a person, CNPJ for a company; undefined unless name and document are given. */
function devedorOf(payer: Opening['payer']) {
  const { name = '', document = '' } = payer ?? {};
  const nome = name.slice(0, 200);
  if (nome === '') return undefined;
  if (/^\d{11}$/.test(document)) return { cpf: document, nome };
  return /^[0-9A-Z]{14}$/.test(document) ? { cnpj: document, nome } : undefined;
}

async function codes(code: string): Promise<Record<string, string>> {
  const image = await toBuffer(code, { type: 'png', errorCorrectionLevel: 'M', margin: 2, scale: 4 });
  return { copy_paste_code: code, qr_code_image_base64: image.toString('base64') };
}
