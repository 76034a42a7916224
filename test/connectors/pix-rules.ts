import { randomBytes } from 'node:crypto';

/** A refusal by a rule of the standard, as a problem of that type. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
  ) {
    super(type);
  }
}

interface Charge {
  readonly kind: string;
  readonly txid: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  revisao: number;
  readonly criacao: string;
  requestBody: Readonly<Record<string, unknown>>;
}

interface Returned {
  readonly id: string;
  readonly rtrId: string;
  readonly valor: string;
  readonly natureza: string;
  readonly horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

export interface ReceivedPix {
  readonly endToEndId: string;
  readonly txid?: string;
  readonly valor: string;
  readonly chave: string;
  readonly horario: string;
  readonly devolucoes: Returned[];
}

export const pixKey = 'f4c6089a-bfde-4c00-a2d9-9eaa584b0219';
const money = /^\d{1,10}\.\d{2}$/;
const cents = (valor: string): bigint => BigInt(valor.replace('.', ''));
const idOf = (letter: string): string => `${letter}${randomBytes(16).toString('hex').slice(0, 31)}`;

/** The standard's rules for the operations that the connector uses, with their state. */
export class PixRules {
  readonly charges = new Map<string, Charge>();
  readonly received = new Map<string, ReceivedPix>();
  webhookUrl: string | undefined;
  /** The outcome of new refunds. */
  refunds: Returned['status'] = 'DEVOLVIDO';
  onChange: (pix: ReceivedPix) => void = () => undefined;
  readonly refundAsks: string[] = [];
  readonly payers: unknown[] = [];

  /** A payer pays. */
  pay(txid: string | undefined, valor: string, horario = new Date().toISOString()): ReceivedPix {
    const charge = this.charges.get(txid ?? '');
    if (charge) charge.status = 'CONCLUIDA';
    const pix = {
      endToEndId: idOf('E'),
      ...(txid !== undefined && { txid }),
      valor,
      chave: pixKey,
      horario,
      devolucoes: [],
    };
    this.received.set(pix.endToEndId, pix);
    this.onChange(pix);
    return pix;
  }

  /** The institution returns money on its own (MED). */
  takeBack(endToEndId: string, valor: string): Returned {
    const pix = this.#pix(endToEndId);
    const now = new Date().toISOString();
    const returned: Returned = {
      id: idOf('m'),
      rtrId: idOf('D'),
      valor,
      natureza: 'MED_FRAUDE',
      horario: { solicitacao: now, liquidacao: now },
      status: 'DEVOLVIDO',
    };
    pix.devolucoes.push(returned);
    this.onChange(pix);
    return returned;
  }

  /** Creates a refund, whatever the response was. */
  makeRefund(endToEndId: string, id: string, valor: string): void {
    const { devolucoes } = this.#pix(endToEndId);
    const now = new Date().toISOString();
    const others = devolucoes.filter((each) => each.id !== id);
    devolucoes.splice(0, devolucoes.length, ...others, {
      id,
      rtrId: idOf('D'),
      valor,
      natureza: 'ORIGINAL',
      horario: { solicitacao: now, liquidacao: now },
      status: 'DEVOLVIDO',
    });
  }

  /** Ends a refund that is being processed. */
  end(endToEndId: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO'): void {
    const pix = this.#pix(endToEndId);
    for (const each of pix.devolucoes) {
      if (each.status !== 'EM_PROCESSAMENTO') continue;
      each.status = status;
      if (status === 'DEVOLVIDO') each.horario.liquidacao = new Date().toISOString();
      else each.motivo = 'conta encerrada';
    }
    this.onChange(pix);
  }

  serve(method: string, target: string, text: string): { status: number; body: object } {
    const [path = '', query = ''] = target.split('?');
    const [, noun = '', id = '', part, partId = ''] = path.split('/').map(decodeURIComponent);
    const body = (text === '' ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
    if ((noun === 'cob' || noun === 'cobv') && id !== '') return this.#charge(method, { noun, id, body });
    if (method === 'PUT' && noun === 'webhook') {
      if (id !== pixKey) throw new Refusal(400, 'WebhookOperacaoInvalida');
      this.webhookUrl = String(body['webhookUrl']);
      return { status: 200, body: {} };
    }
    if (noun !== 'pix') throw new Refusal(404, 'NaoEncontrado');
    if (id === '') return { status: 200, body: this.#list(new URLSearchParams(query)) };
    if (part === undefined) return { status: 200, body: this.#pix(id) };
    if (method === 'PUT') return { status: 201, body: this.#refund(id, partId, body) };
    const known = this.#pix(id).devolucoes.find((each) => each.id === partId);
    if (!known) throw new Refusal(404, 'PixDevolucaoNaoEncontrada');
    return { status: 200, body: known };
  }

  #charge(
    method: string,
    { noun, id, body }: { noun: string; id: string; body: Readonly<Record<string, unknown>> },
  ): { status: number; body: object } {
    const prefix = noun === 'cob' ? 'Cob' : 'CobV';
    const invalid = new Refusal(400, `${prefix}OperacaoInvalida`);
    const known = this.charges.get(id);
    if (method === 'PUT') {
      if (!/^[a-zA-Z0-9]{26,35}$/.test(id) || !isCharge(noun, body)) throw invalid;
      if (known && (known.status !== 'ATIVA' || known.kind !== noun)) throw invalid;
      const { criacao = new Date().toISOString(), revisao = -1 } = known ?? {};
      const charge: Charge = {
        kind: noun,
        txid: id,
        status: 'ATIVA',
        revisao: revisao + 1,
        criacao,
        requestBody: body,
      };
      this.charges.set(id, charge);
      this.payers.push(body['devedor']);
      return { status: 201, body: chargeView(charge) };
    }
    if (known?.kind !== noun)
      throw new Refusal(404, noun === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada');
    if (method === 'GET') return { status: 200, body: chargeView(known) };
    if (known.status !== 'ATIVA' || body['status'] !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR') throw invalid;
    known.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
    return { status: 200, body: chargeView(known) };
  }

  #pix(endToEndId: string): ReceivedPix {
    const pix = this.received.get(endToEndId);
    if (!pix) throw new Refusal(404, 'PixNaoEncontrado');
    return pix;
  }

  #refund(endToEndId: string, id: string, { valor, descricao }: Readonly<Record<string, unknown>>): Returned {
    this.refundAsks.push(`${endToEndId} ${JSON.stringify(valor)} ${JSON.stringify(descricao)}`);
    const pix = this.#pix(endToEndId);
    const invalid = new Refusal(400, 'PixDevolucaoInvalida');
    if (typeof valor !== 'string' || !money.test(valor) || !/^[a-zA-Z0-9]{1,35}$/.test(id)) throw invalid;
    if (descricao !== undefined && (typeof descricao !== 'string' || descricao.length > 140)) throw invalid;
    // An id can be used once, even for the same amount.
    if (pix.devolucoes.some((each) => each.id === id)) throw invalid;
    const taken = pix.devolucoes
      .filter(({ status }) => status !== 'NAO_REALIZADO')
      .reduce((sum, each) => sum + cents(each.valor), 0n);
    if (taken + cents(valor) > cents(pix.valor) || cents(valor) === 0n) throw invalid;
    if (Date.now() - Date.parse(pix.horario) > 90 * 86_400_000) throw invalid;
    const now = new Date().toISOString();
    const returned: Returned = {
      id,
      rtrId: idOf('D'),
      valor,
      natureza: 'ORIGINAL',
      horario: { solicitacao: now, ...(this.refunds === 'DEVOLVIDO' && { liquidacao: now }) },
      status: this.refunds,
    };
    pix.devolucoes.push(returned);
    return returned;
  }

  #list(query: URLSearchParams): object {
    const [inicio, fim] = [Date.parse(query.get('inicio') ?? ''), Date.parse(query.get('fim') ?? '')];
    const page = Number(query.get('paginacao.paginaAtual') ?? '0');
    const size = Number(query.get('paginacao.itensPorPagina') ?? '100');
    if (!(inicio <= fim) || page < 0 || size < 1) throw new Refusal(400, 'PixConsultaInvalida');
    const all = [...this.received.values()].filter(
      ({ horario, devolucoes }) =>
        Date.parse(horario) >= inicio &&
        Date.parse(horario) <= fim &&
        (query.get('devolucaoPresente') !== 'true' || devolucoes.length > 0),
    );
    return {
      parametros: {
        inicio: query.get('inicio'),
        fim: query.get('fim'),
        paginacao: {
          paginaAtual: page,
          itensPorPagina: size,
          quantidadeDePaginas: Math.max(1, Math.ceil(all.length / size)),
          quantidadeTotalDeItens: all.length,
        },
      },
      pix: all.slice(page * size, (page + 1) * size),
    };
  }
}

/** Whether the body is a valid charge. */
function isCharge(kind: string, body: Readonly<Record<string, unknown>>): boolean {
  const { valor, chave, calendario, devedor } = body as {
    valor?: { original?: string };
    chave?: string;
    calendario?: { expiracao?: number; dataDeVencimento?: string; validadeAposVencimento?: number };
    devedor?: { cpf?: string; cnpj?: string; nome?: string };
  };
  const isPayer =
    devedor !== undefined &&
    (devedor.nome ?? '') !== '' &&
    (/^\d{11}$/.test(devedor.cpf ?? '') || /^[0-9A-Z]{14}$/.test(devedor.cnpj ?? ''));
  if (!money.test(valor?.original ?? '') || Number(valor?.original) === 0 || chave !== pixKey) return false;
  if (devedor !== undefined && !isPayer) return false;
  if (kind === 'cob') return (calendario?.expiracao ?? 0) > 0;
  const today = new Date().toISOString().slice(0, 10);
  return (
    isPayer && (calendario?.dataDeVencimento ?? '') >= today && (calendario?.validadeAposVencimento ?? 0) >= 0
  );
}

function chargeView({ kind, txid, status, revisao, criacao, requestBody }: Charge): object {
  const { calendario, ...rest } = requestBody;
  const location = `pix.example.com/qr/v2/${kind}/${txid}`;
  return {
    ...rest,
    txid,
    status,
    revisao,
    calendario: { criacao, ...(calendario as object) },
    location,
    loc: { id: 1, location, tipoCob: kind, criacao },
    // Left out for a cobv, so that the connector must build the code from the location.
    ...(kind === 'cob' && { pixCopiaECola: `0002012658001420br.gov.bcb.pix25${location.length}${location}` }),
  };
}
