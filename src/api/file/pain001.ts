import { exact, zero, type Amount } from '../../domain/money.js';
import { itemsMax } from '../../domain/payout-batch.js';
import { isId } from '../../domain/id.js';
import type { BatchMessage } from '../../domain/noun/payout-batch.js';
import { cut } from '../../domain/text.js';
import type { BatchFile } from './batch-file.js';
import { childrenOf, elementAt, fault, positionIn, readXml, textOf, type Element } from './xml.js';

/** The versions that are read. Banks use their own namespaces for them. */
const versions = /pain\.001\.001\.(?:03|09)/;
const idMax = 35;

/** A transfer, with the PmtInf block that contains it. */
interface Transfer {
  readonly at: Element;
  readonly block: Element;
}

/** Paths of each beneficiary detail in a transfer. The first existing path is read. */
const sources: Readonly<Record<string, readonly string[]>> = {
  name: ['Cdtr/Nm'],
  first_name: ['Cdtr/Nm'],
  last_name: ['Cdtr/Nm'],
  clabe: ['CdtrAcct/Id/Othr/Id'],
  cci: ['CdtrAcct/Id/Othr/Id'],
  account_number: ['CdtrAcct/Id/Othr/Id', 'CdtrAcct/Id/IBAN'],
  pix_key: ['CdtrAcct/Prxy/Id', 'CdtrAcct/Id/Othr/Id'],
  phone: ['CdtrAcct/Prxy/Id', 'CdtrAcct/Id/Othr/Id'],
  account_type: ['CdtrAcct/Tp/Cd', 'CdtrAcct/Tp/Prtry'],
  routing_number: ['CdtrAgt/FinInstnId/ClrSysMmbId/MmbId'],
  bank_code: ['CdtrAgt/FinInstnId/ClrSysMmbId/MmbId'],
  document_number: ['Cdtr/Id/*/Othr/Id'],
  'document.number': ['Cdtr/Id/*/Othr/Id'],
  'document.type': ['Cdtr/Id/*/Othr/SchmeNm/Prtry'],
};

/**
 * The details of each payout method, by currency. A transfer without a method gets the first one of its
 * currency.
 */
export const messageMethods: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  BRL: { pix: ['name', 'pix_key'] },
  MXN: { spei: ['name', 'clabe'] },
  PEN: { bank_transfer: ['cci', 'document_number', 'first_name', 'last_name'] },
  USD: { ach: ['name', 'routing_number', 'account_number', 'account_type'] },
  VES: {
    bank_transfer: ['account_number', 'bank_code', 'document.type', 'document.number', 'name'],
    mobile_payment: ['phone', 'bank_code', 'document.type', 'document.number', 'name'],
  },
};

/** Account types by their ISO 20022 codes. */
const accountTypes: Readonly<Record<string, string>> = { CACC: 'checking', SVGS: 'savings' };

/** Reads a payout batch from an ISO 20022 message, pain.001.001.03 or pain.001.001.09. */
export async function pain001Batch(bytes: Uint8Array): Promise<BatchFile> {
  const root = await readXml(bytes);
  const name = versions.exec(root.namespace.slice(0, 200))?.[0];
  if (root.name !== 'Document' || name === undefined)
    fault(root, 'is not a credit transfer initiation; send pain.001.001.03 or pain.001.001.09');
  const initiation = needed(root, 'CstmrCdtTrfInitn');
  const blocks = childrenOf(initiation, 'PmtInf');
  if (blocks.length === 0) fault(initiation, 'has no payments; send at least one', 'PmtInf');
  const transfers = blocks.flatMap((block) => transfersOf(block));
  const past = transfers[itemsMax];
  if (past) fault(past.at, `the file has more than ${itemsMax} payments; send them in several files`);
  checkSums(needed(initiation, 'GrpHdr'), transfers, true);
  const read = transfers.map(itemOf);
  const message: BatchMessage = {
    name,
    id: idAt(initiation, 'GrpHdr/MsgId'),
    blocks: blocks.map((block) => ({
      id: idAt(block, 'PmtInfId'),
      size: childrenOf(block, 'CdtTrfTxInf').length,
    })),
  };
  return {
    items: read.map(({ item }) => item),
    positionOf: (index, field) => read[index]?.positionOf(field) ?? positionIn(initiation),
    message,
    messagePosition: () => positionIn(needed(initiation, 'GrpHdr/MsgId')),
    days: blocks.flatMap(dayOf),
    payers: blocks.flatMap(payersOf),
  };
}

function needed(element: Element, path: string): Element {
  return elementAt(element, path) ?? fault(element, 'is missing; send it', path);
}

function idAt(element: Element, path: string): string {
  const found = needed(element, path);
  const id = textOf(found) ?? fault(found, 'is empty; send 1 to 35 characters');
  return id.length <= idMax ? id : fault(found, `has more than ${idMax} characters; send at most that many`);
}

function transfersOf(block: Element): Transfer[] {
  const how = textOf(elementAt(block, 'PmtMtd'));
  if (how !== undefined && how !== 'TRF')
    fault(needed(block, 'PmtMtd'), `${cut(how, 10)} is not supported; send TRF`);
  const transfers = childrenOf(block, 'CdtTrfTxInf').map((at) => ({ at, block }));
  if (transfers.length === 0) fault(block, 'has no payments; send at least one', 'CdtTrfTxInf');
  checkSums(block, transfers, false);
  return transfers;
}

/** Compares the sender's number of transfers and sum of amounts with the file. */
function checkSums(head: Element, transfers: readonly Transfer[], isRequired: boolean): void {
  const count = textOf(isRequired ? needed(head, 'NbOfTxs') : elementAt(head, 'NbOfTxs'));
  if (count !== undefined && count !== String(transfers.length))
    fault(needed(head, 'NbOfTxs'), `says ${cut(count, 20)} payments; the file has ${transfers.length} here`);
  const controlSum = textOf(elementAt(head, 'CtrlSum'));
  if (controlSum === undefined) return;
  const amounts = transfers.flatMap((transfer) => numberOf(textOf(amountOf(transfer).at) ?? '') ?? []);
  // An invalid amount is reported at its own position.
  if (amounts.length < transfers.length) return;
  const sum = amounts.reduce((so, amount) => so.plus(amount), zero);
  if (!numberOf(controlSum)?.eq(sum))
    fault(
      needed(head, 'CtrlSum'),
      `says ${cut(controlSum, 50)}; the amounts here add up to ${sum.toFixed()}`,
    );
}

const numberOf = (text: string): Amount | undefined =>
  /^\d{1,30}(?:\.\d{1,30})?$/.test(text.slice(0, 70)) ? exact(text) : undefined;

/** The amount of a transfer: what the beneficiary receives, or the equivalent that leaves the balance. */
function amountOf({ at }: Transfer) {
  const equivalent = elementAt(at, 'Amt/EqvtAmt');
  if (equivalent === undefined) {
    const exact = needed(at, 'Amt/InstdAmt');
    const currency = currencyOf(exact);
    return { at: exact, side: 'destination', currency, sent: currency, currencyAt: exact };
  }
  const amount = needed(equivalent, 'Amt');
  const currencyAt = needed(equivalent, 'CcyOfTrf');
  const currency = textOf(currencyAt) ?? fault(currencyAt, 'is empty; send a currency');
  return { at: amount, side: 'source', currency, sent: currencyOf(amount), currencyAt };
}

const currencyOf = (amount: Element): string =>
  amount.attributes['Ccy'] ?? fault(amount, 'has no currency; send Ccy="MXN" or another');

/** An element of the transfer, or else of its block. */
const ownOrShared = ({ at, block }: Transfer, path: string): Element | undefined =>
  elementAt(at, path) ?? elementAt(block, path);

/** The item of a transfer, and the XML element of each field. */
function itemOf(transfer: Transfer) {
  const { at } = transfer;
  const elements = new Map<string, Element>();
  const put = (field: string, element: Element | undefined, value = textOf(element)) => {
    if (element !== undefined) elements.set(field, element);
    return value;
  };
  if (elementAt(at, 'XchgRateInf'))
    fault(
      needed(at, 'XchgRateInf'),
      'is not supported; remove it, because the rate is set when the file is taken',
    );
  const amount = amountOf(transfer);
  const sourceAt = ownOrShared(transfer, 'DbtrAcct');
  const own = balanceOf(sourceAt);
  if (amount.side === 'source' && own !== undefined && own !== amount.sent)
    fault(amount.at, `is in ${cut(amount.sent, 10)}, and the balance that pays is in ${cut(own, 10)}`);
  const reference = put('reference', needed(at, 'PmtId/EndToEndId'));
  const priced = {
    source_currency: put('source_currency', sourceAt ?? amount.at, own ?? amount.sent),
    amount: put('amount', amount.at),
    amount_side: amount.side,
    ...(reference !== 'NOTPROVIDED' && { reference }),
    description: put('description', elementAt(at, 'RmtInf'), memoOf(at)),
  };
  const positionOf = (field: string) => {
    const found = elements.get(field);
    const name = field.replace(/^beneficiary\.details\./, '');
    const [missing] = Object.hasOwn(sources, name) ? (sources[name] ?? []) : [];
    return found === undefined ? positionIn(at, missing) : positionIn(found);
  };
  const account = elementAt(at, 'CdtrAcct/Id/Othr/Id');
  const id = put('beneficiary_id', account);
  if (id !== undefined && isId('beneficiary', id))
    return {
      item: filled({
        ...priced,
        beneficiary_id: id,
        currency: put('currency', amount.currencyAt, amount.currency),
      }),
      positionOf,
    };
  const { currency } = amount;
  put('beneficiary.currency', amount.currencyAt);
  const methods = Object.hasOwn(messageMethods, currency) ? messageMethods[currency] : {};
  const named = put('beneficiary.method', ownOrShared(transfer, 'PmtTpInf/LclInstrm/Prtry'));
  const method = named ?? Object.keys(methods ?? {})[0] ?? 'bank_transfer';
  const fields = methods && Object.hasOwn(methods, method) ? methods[method] : [];
  const details = detailsOf(at, fields ?? [], (field, found, value) =>
    put(`beneficiary.details.${field}`, found, value),
  );
  const customer_id = put('beneficiary.customer_id', senderOf(transfer));
  return {
    item: filled({ ...priced, beneficiary: filled({ method, currency, details, customer_id }) }),
    positionOf,
  };
}

/** Beneficiary details, nested at the dots of their names. */
function detailsOf(
  at: Element,
  fields: readonly string[],
  put: (field: string, found: Element | undefined, value: string | undefined) => string | undefined,
) {
  const details: Record<string, string | Record<string, string>> = {};
  for (const field of fields) {
    const [found] = (sources[field] ?? []).flatMap((path) => elementAt(at, path) ?? []);
    const value = put(field, found, detailOf(field, textOf(found)));
    if (value === undefined) continue;
    const [group = '', rest] = field.split('.');
    details[group] = rest === undefined ? value : { ...(details[group] as object), [rest]: value };
  }
  return details;
}

const filled = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * An account name as in our camt.053, `01k9…-MXN-AVL`; the owner may be left out, `USDT-AVL`, to fit the
 * standard's 34 characters.
 */
const accountName = /^(?:([0-9a-z]{26})-)?([A-Z]{3,5})-([A-Z]{3})$/;

const namedAccount = (account: Element | undefined) =>
  accountName.exec(textOf(elementAt(account, 'Id/Othr/Id'))?.slice(0, 40) ?? '');

/** The currency of the paying balance. */
function balanceOf(account: Element | undefined): string | undefined {
  const [, , named, part] = namedAccount(account) ?? [];
  if (account !== undefined && part !== undefined && part !== 'AVL')
    fault(needed(account, 'Id/Othr/Id'), `names the part ${part} of a balance; only AVL can pay`);
  return named ?? textOf(elementAt(account, 'Ccy'));
}

/** The accounts that a block or its transfers name as payers, by their ids without `acct_`. */
const payersOf = (block: Element) =>
  [block, ...childrenOf(block, 'CdtTrfTxInf')].flatMap((each) => {
    const account = elementAt(each, 'DbtrAcct');
    const [, owner] = namedAccount(account) ?? [];
    return account === undefined || owner === undefined
      ? []
      : [{ owner, position: () => positionIn(needed(account, 'Id/Othr/Id')) }];
  });

/** The customer on whose behalf the account pays. */
const senderOf = (transfer: Transfer): Element | undefined => {
  const found = ownOrShared(transfer, 'UltmtDbtr/Id/*/Othr/Id');
  return isId('customer', textOf(found) ?? '') ? found : undefined;
};

function memoOf(at: Element): string | undefined {
  const remittance = elementAt(at, 'RmtInf');
  const lines = [
    ...childrenOf(remittance, 'Ustrd'),
    ...childrenOf(remittance, 'Strd').flatMap((each) => elementAt(each, 'CdtrRefInf/Ref') ?? []),
  ];
  const text = lines.flatMap((line) => textOf(line) ?? []).join(' ');
  return text === '' ? undefined : text;
}

/** A name in two parts is written `last, first`. */
function detailOf(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (field === 'account_type') return Object.hasOwn(accountTypes, text) ? accountTypes[text] : text;
  if (field !== 'first_name' && field !== 'last_name') return text;
  const [last = '', first] = text.split(',', 2).map((part) => part.trim());
  return field === 'last_name' ? last : first;
}

/** The requested payment day of a block, as `2026-11-29`. */
function dayOf(block: Element) {
  const at = elementAt(block, 'ReqdExctnDt/*') ?? elementAt(block, 'ReqdExctnDt');
  const day = textOf(at);
  if (at === undefined || day === undefined) return [];
  if (!/^\d{4}-\d{2}-\d{2}(T|Z|[+-]|$)/.test(day)) fault(at, 'is not a date; send one such as 2026-11-29');
  return [{ day: day.slice(0, 10), position: () => positionIn(at) }];
}
