import { readdirSync, readFileSync, renameSync, mkdirSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { BigNumber } from 'bignumber.js';

/** A transfer that the bank read from our files. */
export interface Received {
  readonly messageId: string;
  readonly batchId: string;
  readonly endToEndId: string;
  readonly amount: string;
  readonly currency: string;
  readonly day: string;
}

interface Booking {
  readonly amount: string;
  readonly direction: 'CRDT' | 'DBIT';
  /** Content of Refs, RmtInf and so on. */
  readonly refs?: string;
  readonly more?: string;
  readonly bankReference?: string;
  readonly isReversal?: boolean;
  /** Content of NtryDtls, instead of one transaction with the amount. */
  readonly details?: string;
  readonly charges?: string;
}

export interface BankOptions {
  readonly out: string;
  readonly in: string;
  readonly account: string;
  readonly currency: string;
}

const at = '2026-11-30T10:00:00Z';

/** A file-based bank with its own books, kept from the files it received. */
export class FileTakingBank {
  readonly files: { readonly name: string; readonly text: string }[] = [];
  readonly transfers: Received[] = [];
  readonly #options: BankOptions;
  readonly #taken: string;
  #balance = new BigNumber('1000000.00');
  #number = 0;
  #count = 0;
  #day: Booking[] = [];

  constructor(options: BankOptions) {
    this.#options = options;
    this.#taken = join(options.out, '../taken');
    mkdirSync(this.#taken, { recursive: true });
  }

  get balance(): string {
    return this.#balance.toFixed(2);
  }

  /** Reads and removes the files with final names, as a bank may at any time. */
  take(): Received[] {
    const names = readdirSync(this.#options.out).filter(
      (name) => !name.startsWith('.') && name.endsWith('.xml'),
    );
    const before = this.transfers.length;
    for (const name of names.toSorted()) {
      const path = join(this.#taken, `${this.files.length}-${name}`);
      renameSync(join(this.#options.out, name), path);
      const text = readFileSync(path, 'utf8');
      this.files.push({ name, text });
      this.transfers.push(...transfersIn(text));
    }
    return this.transfers.slice(before);
  }

  /** How often each transfer was received. */
  counts(): number[] {
    return [...Map.groupBy(this.transfers, ({ endToEndId }) => endToEndId).values()].map((all) => all.length);
  }

  /** Books one of our transfers, or a payment. */
  book(booking: Booking): Booking {
    this.#day.push(booking);
    const signed = booking.direction === 'CRDT' ? booking.amount : `-${booking.amount}`;
    this.#balance = this.#balance.plus(signed);
    return booking;
  }

  pay({ endToEndId, amount }: Received): Booking {
    return this.book({
      amount,
      direction: 'DBIT',
      refs: `<EndToEndId>${endToEndId}</EndToEndId>`,
      bankReference: this.next(),
    });
  }

  receive(
    amount: string,
    reference: string,
    payer = { name: 'Rosa Campos', account: '032180000118359719' },
  ): Booking {
    return this.book({
      amount,
      direction: 'CRDT',
      bankReference: this.next(),
      refs: '<EndToEndId>NOTPROVIDED</EndToEndId>',
      more:
        `<RltdPties><Dbtr><Pty><Nm>${payer.name}</Nm></Pty></Dbtr>` +
        `<DbtrAcct><Id><Othr><Id>${payer.account}</Id></Othr></Id></DbtrAcct></RltdPties>` +
        `<RmtInf><Ustrd>pago ${reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ')}</Ustrd></RmtInf>`,
    });
  }

  next(): string {
    this.#count += 1;
    return `BANK${String(this.#count).padStart(8, '0')}`;
  }

  /** Writes a camt.054 with bookings. */
  notify(bookings: readonly Booking[]): void {
    const { account, currency } = this.#options;
    const id = this.next();
    this.put(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr>` +
        `<Ntfctn><Id>${id}</Id><CreDtTm>${at}</CreDtTm><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${bookings.map((each) => entry(each, currency)).join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
    );
  }

  /** Writes a camt.053 with everything since the last one. */
  closeDay(day: string, over: { id?: string; createdAt?: string; isNumbered?: boolean } = {}): void {
    const { account, currency } = this.#options;
    this.#number += 1;
    const { id = `STMT${this.#number}`, createdAt = at, isNumbered = true } = over;
    const number = isNumbered ? `<ElctrncSeqNb>${this.#number}</ElctrncSeqNb>` : '';
    const entries = this.#day;
    this.#day = [];
    const sum = entries.reduce(
      (total, { amount, direction }) => total.plus(direction === 'CRDT' ? amount : `-${amount}`),
      new BigNumber(0),
    );
    const balance = (code: string, amount: BigNumber): string =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.abs().toFixed(2)}</Amt><CdtDbtInd>${amount.isNegative() ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
    this.put(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${this.next()}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr>` +
        `<Stmt><Id>${id}</Id>${number}<CreDtTm>${createdAt}</CreDtTm><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>` +
        `${balance('OPBD', this.#balance.minus(sum))}${balance('CLBD', this.#balance)}${entries.map((each) => entry(each, currency)).join('')}</Stmt></BkToCstmrStmt></Document>`,
    );
  }

  /** Writes a pain.002 for one of our files. */
  answer(
    messageId: string,
    group: string,
    transfers: readonly { id: string; status: string; reason?: string }[] = [],
  ): void {
    const batch = this.transfers.find((each) => each.messageId === messageId)?.batchId ?? '';
    const details = transfers.map(
      ({ id, status, reason }) =>
        `<TxInfAndSts><OrgnlInstrId>${id}</OrgnlInstrId><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reason === undefined ? '' : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`}</TxInfAndSts>`,
    );
    this.put(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.11"><CstmrPmtStsRpt><GrpHdr><MsgId>${this.next()}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr>` +
        `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${group}</GrpSts></OrgnlGrpInfAndSts>` +
        `${details.length === 0 ? '' : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${batch}</OrgnlPmtInfId>${details.join('')}</OrgnlPmtInfAndSts>`}</CstmrPmtStsRpt></Document>`,
    );
  }

  /** Puts a complete file into the folder that the connector reads. */
  put(text: string | Uint8Array, name = `${this.next()}.xml`): string {
    const temporary = join(this.#options.in, `.${name}.tmp`);
    writeFileSync(temporary, text);
    chmodSync(temporary, 0o666);
    renameSync(temporary, join(this.#options.in, name));
    return name;
  }
}

function entry(booking: Booking, currency: string): string {
  const { amount, direction, refs, more, bankReference, isReversal } = booking;
  const reversal = isReversal === true ? '<RvslInd>true</RvslInd>' : '';
  const own = bankReference === undefined ? '' : `<AcctSvcrRef>${bankReference}</AcctSvcrRef>`;
  const one =
    refs === undefined && more === undefined
      ? ''
      : `<TxDtls>${refs === undefined ? '' : `<Refs>${refs}</Refs>`}<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${more ?? ''}</TxDtls>`;
  const details = `<NtryDtls>${booking.details ?? one}</NtryDtls>`;
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-30</Dt></BookgDt><ValDt><Dt>2026-11-30</Dt></ValDt>${own}<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>${booking.charges ?? ''}${details}</Ntry>`;
}

const between = (text: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';

function transfersIn(text: string): Received[] {
  const messageId = between(text, 'MsgId');
  return [...text.matchAll(/<PmtInf>(.*?)<\/PmtInf>/gs)].flatMap(([, batch = '']) =>
    [...batch.matchAll(/<CdtTrfTxInf>(.*?)<\/CdtTrfTxInf>/gs)].map(([, each = '']) => {
      const [, currency = '', amount = ''] = /<InstdAmt Ccy="(\w+)">([\d.]+)</.exec(each) ?? [];
      return {
        messageId,
        batchId: between(batch, 'PmtInfId'),
        endToEndId: between(each, 'EndToEndId'),
        amount,
        currency,
        day: /<ReqdExctnDt>(?:<Dt>)?([\d-]+)/.exec(batch)?.[1] ?? '',
      };
    }),
  );
}
