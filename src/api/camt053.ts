import { StringDecoder } from 'node:string_decoder';
import { isWithin } from '../domain/text.js';
import { markup } from './markup.js';
import type { Bucket } from '../domain/ledger.js';
import { timeText } from '../domain/moment.js';
import type { StatementAsk } from '../ports/report.js';

/**
 * The columns of a statement line. Only the references can contain commas, quotes or characters that XML
 * escapes.
 */
interface Line {
  readonly line: string;
  readonly occurred_at: string;
  readonly entry_id: string;
  readonly journal_id: string;
  readonly purpose: string;
  readonly direction: string;
  readonly amount: string;
  readonly balance: string;
  readonly origin_type: string;
  readonly origin_id: string;
  readonly reference: string;
  readonly bank_reference: string;
}

interface Head {
  readonly ask: StatementAsk;
  readonly asOf: Date;
}

/**
 * Writes ISO 20022 camt.053.001.02, line by line, from a statement whose closing balance comes before its
 * entries.
 */
export async function* camt053(lines: AsyncIterable<Uint8Array>, head: Head): AsyncGenerator<Buffer> {
  let names: string[] | undefined;
  yield Buffer.from(opened(head));
  for await (const some of completeLines(lines)) {
    let text = '';
    for (const line of some) {
      const cells = cellsOf(line);
      if (names === undefined) names = cells;
      else
        text += statementEntry(
          Object.fromEntries(cells.map((cell, at) => [names?.[at] ?? '', cell])) as unknown as Line,
          head,
        );
    }
    if (text !== '') yield Buffer.from(text);
  }
  yield Buffer.from('</Stmt></BkToCstmrStmt></Document>\n');
}

/** Splits the bytes into complete lines, in groups as they arrive. */
async function* completeLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(Buffer.from(piece))).split('\r\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}

/** The cells of a CSV line. Quoted cells double their quotes, and no cell contains a line feed. */
function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const cells: string[] = [];
  for (let at = 0; at <= line.length;) {
    cell.lastIndex = at;
    const [, quoted, plain = ''] = cell.exec(line) ?? [];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at = cell.lastIndex + 1;
  }
  return cells;
}
const cell = /"((?:[^"]|"")*)"|([^,]*)/y;

/** Balance buckets as they appear in the account name of the file. */
const parts: Readonly<Record<Bucket, string>> = {
  available: 'AVL',
  pending: 'PND',
  reserved: 'RSV',
  in_settlement: 'STL',
  earnings: 'EAR',
};

/** One account for each currency and bucket, within the 34 characters of the standard (Max34Text). */
export const camtAccount = ({ accountId, currency, account }: StatementAsk): string =>
  `${accountId.slice(accountId.indexOf('_') + 1)}-${currency}-${parts[account]}`;

function opened({ ask, asOf }: Head): string {
  const { currency, account, from, to } = ask;
  const at = timeText(asOf);
  const id = `${currency}-${parts[account]}-${at.replaceAll(/\D/g, '')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><CreDtTm>${at}</CreDtTm><FrToDt><FrDtTm>${timeText(from)}</FrDtTm><ToDtTm>${timeText(to)}</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${camtAccount(ask)}</Id></Othr></Id><Ccy>${currency}</Ccy><Nm>${account}</Nm><Svcr><FinInstnId><Othr><Id>psp</Id></Othr></FinInstnId></Svcr></Acct>
`;
}

function statementEntry(line: Line, { ask, asOf }: Head): string {
  const { currency, to } = ask;
  if (line.line === 'opening') return balance('OPBD', { ...line, currency });
  if (line.line === 'closing')
    return to > asOf
      ? balance('ITBD', { ...line, currency, occurred_at: timeText(asOf) })
      : balance('CLBD', { ...line, currency });
  return entry(line, currency);
}

/** Maximum lengths of ISO 20022: references (Max35Text) and remittance information (Max140Text). */
const [namedMost, ustrdMost] = [35, 140];

/** Removes characters that XML 1.0 does not allow. */
const ofXml = (text: string): string => text.replaceAll(/[\uFFFE\uFFFF]/g, '');

const named = (reference: string, otherwise: string): string =>
  reference !== '' && isWithin(reference, namedMost) ? markup`${ofXml(reference)}`.text : otherwise;

/** One line, which every reader accepts. Parts that do not fit are left out, never cut. */
const remittance = (parts: readonly string[]): string =>
  markup`${parts
    .filter((part) => part !== '')
    .map(ofXml)
    .reduce((line, part) => (isWithin(`${line} ${part}`, ustrdMost) ? `${line} ${part}` : line))}`.text;

function entry(line: Line, currency: string): string {
  const { entry_id: id, journal_id: journal, origin_type: kind, origin_id: origin } = line;
  const { amount, direction, purpose, occurred_at: at, reference, bank_reference: traced } = line;
  const about = remittance([`${purpose} ${origin}`, reference, traced]);
  const side = direction === 'credit' ? 'CRDT' : 'DBIT';
  return `<Ntry><NtryRef>${id}</NtryRef><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${at.slice(0, 10)}</Dt></BookgDt><ValDt><DtTm>${at}</DtTm></ValDt><AcctSvcrRef>${journal}</AcctSvcrRef><BkTxCd><Prtry><Cd>${purpose}</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><AcctSvcrRef>${named(traced, journal)}</AcctSvcrRef><EndToEndId>${named(reference, origin)}</EndToEndId></Refs><RmtInf><Ustrd>${about}</Ustrd></RmtInf></TxDtls></NtryDtls><AddtlNtryInf>${purpose} of ${kind} ${origin}, journal ${journal}</AddtlNtryInf></Ntry>
`;
}

interface BalanceLine {
  readonly balance: string;
  readonly currency: string;
  readonly occurred_at: string;
}

/**
 * OPBD is the opening balance, CLBD the closing balance. ITBD replaces CLBD if the statement was made before
 * the period ended.
 */
const balance = (
  code: 'OPBD' | 'CLBD' | 'ITBD',
  { balance: amount, currency, occurred_at: at }: BalanceLine,
): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><DtTm>${at}</DtTm></Dt></Bal>
`;
