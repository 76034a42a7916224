import { BigNumber } from 'bignumber.js';
import { present } from './read-answers.ts';
import type { AccountReport, Balance, Direction, Entry, MovementFile, Party, Transaction } from './report.ts';
import { child, children, requiredText, textAt, UnreadableFile, type Node } from './xml-reader.ts';

/** camt.052, camt.053 and camt.054, versions 02 to 13. */
export function readMovements(body: Node, kind: string): MovementFile {
  const names = { 'camt.052': 'Rpt', 'camt.053': 'Stmt', 'camt.054': 'Ntfctn' } as const;
  const source = kind as keyof typeof names;
  const header = child(body, 'GrpHdr');
  const accounts = children(body, names[source]).map((node) => reportOf(node, header));
  if (accounts.length === 0) throw new UnreadableFile(`it has no ${names[source]}`);
  return { type: 'movements', kind, source, messageId: requiredText(body, 'GrpHdr', 'MsgId'), accounts };
}

function reportOf(node: Node, header: Node | undefined): AccountReport {
  const page =
    child(node, 'StmtPgntn') ??
    child(node, 'RptPgntn') ??
    child(node, 'NtfctnPgntn') ??
    child(header, 'MsgPgntn');
  return {
    id: requiredText(node, 'Id'),
    createdAt: textAt(node, 'CreDtTm') ?? textAt(header, 'CreDtTm') ?? '',
    numbers: present({ ElctrncSeqNb: textAt(node, 'ElctrncSeqNb'), LglSeqNb: textAt(node, 'LglSeqNb') }),
    ...(page && {
      page: { number: textAt(page, 'PgNb') ?? '1', isLast: textAt(page, 'LastPgInd') !== 'false' },
    }),
    account: accountAt(child(node, 'Acct')) ?? '',
    ...present({ currency: textAt(node, 'Acct', 'Ccy') }),
    balances: children(node, 'Bal').map(balanceOf),
    entries: children(node, 'Ntry').map(entryOf),
  };
}

function moneyOf(node: Node | undefined): { amount: string; currency: string } {
  const text = node?.text.trim() ?? '';
  if (!/^\d{1,18}(\.\d{1,5})?$/.test(text)) throw new UnreadableFile(`an amount is "${text.slice(0, 40)}"`);
  const currency = node?.attributes['Ccy'] ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) throw new UnreadableFile(`a currency is "${currency.slice(0, 10)}"`);
  // Zeros at the end do not count; no bank's money has more decimals than its currency.
  const amount = new BigNumber(text);
  return { amount: amount.toFixed(Math.max(2, amount.decimalPlaces() ?? 0)), currency };
}

const dayAt = (node: Node | undefined): string | undefined =>
  textAt(node, 'Dt') ?? textAt(node, 'DtTm')?.slice(0, 10);

/** A day of XML Schema may carry an offset. */
function requiredDay(day: string | undefined): string {
  const text = day?.slice(0, 10) ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new UnreadableFile(`a date is "${text}"`);
  return text;
}

function directionOf(node: Node): Direction {
  const text = textAt(node, 'CdtDbtInd');
  if (text !== 'CRDT' && text !== 'DBIT') throw new UnreadableFile(`CdtDbtInd is "${text ?? ''}"`);
  return text === 'CRDT' ? 'in' : 'out';
}

function balanceOf(node: Node): Balance {
  const { amount, currency } = moneyOf(child(node, 'Amt'));
  const code = textAt(node, 'Tp', 'CdOrPrtry', 'Cd') ?? textAt(node, 'Tp', 'CdOrPrtry', 'Prtry') ?? '';
  const isOwed = directionOf(node) === 'out' && !new BigNumber(amount).isZero();
  return {
    code,
    amount: isOwed ? `-${amount}` : amount,
    currency,
    day: requiredDay(dayAt(child(node, 'Dt'))),
  };
}

function entryOf(node: Node): Entry {
  const { amount, currency } = moneyOf(child(node, 'Amt'));
  const details = children(node, 'NtryDtls');
  const status = textAt(node, 'Sts', 'Cd') ?? textAt(node, 'Sts') ?? '';
  const charges = child(node, 'Chrgs', 'TtlChrgsAndTaxAmt');
  const booked = dayAt(child(node, 'BookgDt')) ?? dayAt(child(node, 'ValDt'));
  return {
    direction: directionOf(node),
    isReversal: textAt(node, 'RvslInd') === 'true',
    isBooked: status === 'BOOK',
    amount,
    currency,
    bookedOn: requiredDay(booked),
    ...present({
      bankReference: textAt(node, 'AcctSvcrRef'),
      batchId: details.map((each) => textAt(each, 'Btch', 'PmtInfId')).find((each) => each !== undefined),
      charges: charges && moneyOf(charges).amount,
      info: textAt(node, 'AddtlNtryInf'),
    }),
    transactions: details.flatMap((each) =>
      children(each, 'TxDtls').map((node) => transactionOf(node, currency)),
    ),
  };
}

/** Versions and banks differ in where they put a transaction's amount; one in another currency was converted. */
const amountPaths = [['Amt'], ['AmtDtls', 'TxAmt', 'Amt'], ['AmtDtls', 'InstdAmt', 'Amt']] as const;

function transactionOf(node: Node, currency: string): Transaction {
  const references = child(node, 'Refs');
  const money = amountPaths
    .map((path) => child(node, ...path))
    .find((amount) => amount?.attributes['Ccy'] === currency);
  const attribute = (name: string): string | undefined => {
    const text = textAt(references, name);
    return text === 'NOTPROVIDED' || text === 'NOREF' ? undefined : text;
  };
  const names = (['AcctSvcrRef', 'UETR', 'TxId', 'ClrSysRef'] as const).flatMap((kind) => {
    const value = attribute(kind);
    return value === undefined ? [] : [{ kind, value }];
  });
  return {
    ...(money && { amount: moneyOf(money).amount }),
    ...(child(node, 'CdtDbtInd') && { direction: directionOf(node) }),
    ...present({
      endToEndId: attribute('EndToEndId'),
      instructionId: attribute('InstrId'),
      batchId: attribute('PmtInfId'),
      returnReason: returnReasonOf(child(node, 'RtrInf')),
    }),
    names,
    payer: payerOf(node),
    remittance: remittanceOf(node),
  };
}

const returnReasonOf = (node: Node | undefined): string | undefined =>
  node && (textAt(node, 'Rsn', 'Cd') ?? textAt(node, 'Rsn', 'Prtry') ?? 'returned');

function payerOf(node: Node): Party {
  const parties = child(node, 'RltdPties');
  const agent = child(node, 'RltdAgts', 'DbtrAgt', 'FinInstnId');
  return present({
    name: textAt(parties, 'Dbtr', 'Nm') ?? textAt(parties, 'Dbtr', 'Pty', 'Nm'),
    account: accountAt(child(parties, 'DbtrAcct')),
    agent: textAt(agent, 'BICFI') ?? textAt(agent, 'BIC') ?? textAt(agent, 'ClrSysMmbId', 'MmbId'),
  });
}

const accountAt = (node: Node | undefined): string | undefined =>
  (textAt(node, 'Id', 'IBAN') ?? textAt(node, 'Id', 'Othr', 'Id'))?.replaceAll(' ', '');

function remittanceOf(node: Node): string {
  const information = child(node, 'RmtInf');
  const parts = [
    ...children(information, 'Strd').map((each) => textAt(each, 'CdtrRefInf', 'Ref')),
    ...children(information, 'Ustrd').map(({ text }) => text.trim()),
    textAt(node, 'Refs', 'EndToEndId'),
    textAt(node, 'AddtlTxInf'),
  ];
  return parts.filter((each) => each !== undefined && each !== '').join(' | ');
}
