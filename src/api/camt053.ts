import { written } from '../domain/moment.js';
import type { StatementAsk } from '../ports/report.js';

/** The columns of a statement's lines, in their order; none of their values has a comma, a quote or an escape of XML. */
interface Line {
  readonly line: string;
  readonly occurred_at: string;
  readonly entry_id: string;
  readonly journal_id: string;
  readonly purpose: string;
  readonly direction: string;
  readonly amount: string;
  readonly balance: string;
  readonly origin_id: string;
}

interface Head {
  readonly ask: StatementAsk;
  readonly asOf: Date;
}

/** ISO 20022 camt.053.001.02 of a statement whose closing comes before its entries, line by line. */
export async function* camt053(lines: AsyncIterable<Uint8Array>, head: Head): AsyncGenerator<Buffer> {
  let names: string[] | undefined;
  yield Buffer.from(opened(head));
  for await (const some of whole(lines)) {
    let text = '';
    for (const line of some) {
      const cells = line.split(',');
      if (names === undefined) names = cells;
      else
        text += shown(
          Object.fromEntries(cells.map((cell, at) => [names?.[at] ?? '', cell])) as unknown as Line,
          head,
        );
    }
    if (text !== '') yield Buffer.from(text);
  }
  yield Buffer.from('</Stmt></BkToCstmrStmt></Document>\n');
}

/** The lines that have come whole, some at a time. */
async function* whole(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + Buffer.from(piece).toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}

function opened({ ask, asOf }: Head): string {
  const { accountId, currency, account, from, to } = ask;
  const at = written(asOf);
  const id = `${currency}-${at.replaceAll(/\D/g, '')}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${at}</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><CreDtTm>${at}</CreDtTm><FrToDt><FrDtTm>${written(from)}</FrDtTm><ToDtTm>${written(to)}</ToDtTm></FrToDt>
<Acct><Id><Othr><Id>${accountId}</Id></Othr></Id><Ccy>${currency}</Ccy><Nm>${account}</Nm><Svcr><FinInstnId><Othr><Id>psp</Id></Othr></FinInstnId></Svcr></Acct>
`;
}

function shown(line: Line, { ask }: Head): string {
  if (line.line !== 'entry') return balance(line, ask.currency);
  const {
    entry_id: id,
    journal_id: journal,
    origin_id: origin,
    amount,
    direction,
    purpose,
    occurred_at: at,
  } = line;
  return `<Ntry><NtryRef>${id}</NtryRef><Amt Ccy="${ask.currency}">${amount}</Amt><CdtDbtInd>${direction === 'credit' ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>${at}</DtTm></BookgDt><AcctSvcrRef>${journal}</AcctSvcrRef><BkTxCd><Prtry><Cd>${purpose}</Cd></Prtry></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>${origin}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>
`;
}

const balance = ({ line, balance: amount, occurred_at: at }: Line, currency: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${line === 'opening' ? 'OPBD' : 'CLBD'}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><DtTm>${at}</DtTm></Dt></Bal>
`;
