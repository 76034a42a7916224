import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Unclear, type PixAnswer, type Transport } from './transport.ts';

/** The response fields that are used. The same facts are in connectors/pix/api-pix.openapi.json. */
const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);
const time = z.iso.datetime({ offset: true });
const endToEndId = z.string().regex(/^[a-zA-Z0-9]{32}$/);

const refund = z.object({
  id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  rtrId: z.string().regex(/^[a-zA-Z0-9]{32}$/),
  valor: amount,
  horario: z.object({ solicitacao: time.optional(), liquidacao: time.optional() }),
  status: z.enum(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
});

const pix = z.object({
  endToEndId,
  txid: z
    .string()
    .regex(/^[a-zA-Z0-9]{1,35}$/)
    .optional(),
  valor: amount,
  horario: time,
  devolucoes: z.array(refund).optional(),
});

const page = z.object({
  parametros: z.object({ paginacao: z.object({ quantidadeDePaginas: z.int().min(0) }) }),
  pix: z.array(z.unknown()).optional(),
});

const charge = z.object({
  txid: z.string(),
  status: z.enum(['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP']),
  pixCopiaECola: z.string().max(512).optional(),
  location: z.string().max(77).optional(),
  loc: z.object({ location: z.string().max(77) }).optional(),
  calendario: z.object({ criacao: time.optional(), expiracao: z.number().optional() }),
});

const problem = z.object({ type: z.string() });

export type PixRefund = z.infer<typeof refund>;
export type Pix = z.infer<typeof pix>;
export type Charge = z.infer<typeof charge>;
export type ChargeKind = 'cob' | 'cobv';

export interface ChargeRequest {
  readonly kind: ChargeKind;
  readonly txid: string;
  readonly body: object;
}

/** A Pix that does not follow the standard. */
export interface UnreadablePix {
  /** Its endToEndId; a digest if that is invalid. */
  readonly name: string;
  /** The invalid field. */
  readonly field: string;
}

/** The institution refused and did nothing. `code` is the problem type, such as cob_operacao_invalida. */
export interface Refused {
  readonly code: string;
  readonly status: number;
}
export const isRefused = (answer: object): answer is Refused => 'code' in answer;

/** A successful response that does not follow the standard. */
export class Unreadable extends Unclear {}

export class PixApi {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async charge({ kind, txid, body }: ChargeRequest, deadline: number): Promise<Charge | Refused> {
    return read(
      charge,
      await this.#transport.request({ method: 'PUT', path: `/${kind}/${txid}`, body, deadline }),
    );
  }

  async chargeOf(kind: ChargeKind, txid: string, deadline: number): Promise<Charge | Refused> {
    return read(charge, await this.#transport.request({ method: 'GET', path: `/${kind}/${txid}`, deadline }));
  }

  async remove(kind: ChargeKind, txid: string, deadline: number): Promise<Charge | Refused> {
    const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    return read(
      charge,
      await this.#transport.request({ method: 'PATCH', path: `/${kind}/${txid}`, body, deadline }),
    );
  }

  async pix(e2eid: string, deadline: number): Promise<Pix | Refused> {
    return read(pix, await this.#transport.request({ method: 'GET', path: `/pix/${e2eid}`, deadline }));
  }

  /** One page of received Pix. Unreadable ones are listed, so that they neither block others nor get lost. */
  async received(
    query: { inicio: Date; fim: Date; page: number; size: number; withRefunds?: boolean },
    deadline: number,
  ): Promise<{
    readonly pix: readonly Pix[];
    readonly pages: number;
    readonly unreadable: readonly UnreadablePix[];
    /** Identifiers that an earlier version may have used for these Pix. */
    readonly readNames: readonly string[];
  }> {
    const parameters = new URLSearchParams({
      inicio: query.inicio.toISOString(),
      fim: query.fim.toISOString(),
      'paginacao.paginaAtual': String(query.page),
      'paginacao.itensPorPagina': String(query.size),
      ...(query.withRefunds && { devolucaoPresente: 'true' }),
    });
    const answer = await this.#transport.request({
      method: 'GET',
      path: `/pix?${parameters.toString()}`,
      deadline,
    });
    const first = read(page, answer);
    if (isRefused(first)) throw new Unclear(`GET /pix: ${first.status} ${first.code}`);
    const items = (first.pix ?? []).map((item) => ({ item, ...pix.safeParse(item) }));
    return {
      pix: items.flatMap(({ data }) => data ?? []),
      pages: first.parametros.paginacao.quantidadeDePaginas,
      readNames: items.flatMap(({ item, data }) => (data ? [data.endToEndId, digestOf(item)] : [])),
      unreadable: items.flatMap(({ item, error }) =>
        error ? [{ name: nameOf(item), field: error.issues[0]?.path.join('.') ?? '' }] : [],
      ),
    };
  }

  async refund(
    { e2eid, id, valor, descricao }: { e2eid: string; id: string; valor: string; descricao?: string },
    deadline: number,
  ): Promise<PixRefund | Refused> {
    const body = { valor, ...(descricao !== undefined && { descricao }) };
    return read(
      refund,
      await this.#transport.request({ method: 'PUT', path: `/pix/${e2eid}/devolucao/${id}`, body, deadline }),
    );
  }

  async refundOf(e2eid: string, id: string, deadline: number): Promise<PixRefund | Refused> {
    return read(
      refund,
      await this.#transport.request({ method: 'GET', path: `/pix/${e2eid}/devolucao/${id}`, deadline }),
    );
  }

  async setWebhook(key: string, webhookUrl: string, deadline: number): Promise<void> {
    const path = `/webhook/${encodeURIComponent(key)}`;
    const { status } = await this.#transport.request({ method: 'PUT', path, body: { webhookUrl }, deadline });
    if (status > 299) throw new Error(`the webhook was not set: the answer was ${status}`);
  }
}

/**
 * Only these statuses are refusals by the institution, and only with a JSON body: proxies answer with an HTML
 * page.
 */
const refusals = new Set([400, 403, 404, 410, 422]);

function read<T extends z.ZodType>(shape: T, { status, body }: PixAnswer): z.output<T> | Refused {
  if (status > 299) {
    if (!refusals.has(status) || typeof body !== 'object' || body === null)
      throw new Unclear(`the answer was ${status}`);
    const { data } = problem.safeParse(body);
    return { status, code: codeOf(data?.type) ?? `http_${status}` };
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Unreadable(`the answer is unreadable: ${parsed.error.issues[0]?.path.join('.')}`);
}

function nameOf(item: unknown): string {
  const { data } = z.object({ endToEndId }).safeParse(item);
  return data?.endToEndId ?? digestOf(item);
}

const digestOf = (item: unknown): string =>
  createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 32);

/** Converts https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida to a code. */
function codeOf(type: string | undefined): string | undefined {
  const name = type?.split('/').at(-1) ?? '';
  if (!/^[A-Za-z]{1,60}$/.test(name)) return undefined;
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
