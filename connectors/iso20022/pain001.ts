import { BigNumber } from 'bignumber.js';
import type { Creditor } from './creditor.ts';
import type { Method, Profile } from './profile.ts';
import type { OwnAccount, Settings } from './settings.ts';
import { bankText } from './text.ts';
import { element, xmlDocument, type Markup } from './xml-writer.ts';

/** One transfer of a file. */
export interface Transfer {
  readonly endToEndId: string;
  readonly amount: string;
  readonly currency: string;
  readonly creditor: Creditor;
  readonly memo?: string;
}

/** Transfers out of one account on one day, which the bank may book as one sum. */
export interface Batch {
  readonly id: string;
  readonly method: Method;
  readonly account: OwnAccount;
  readonly day: string;
  readonly transfers: readonly Transfer[];
}

export interface TransferFile {
  readonly messageId: string;
  readonly createdAt: Date;
  readonly batches: readonly Batch[];
}

const sumOf = (transfers: readonly Transfer[]): string =>
  transfers.reduce((sum, { amount }) => sum.plus(amount), new BigNumber(0)).toFixed(2);

export const standardTime = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`;

export const namespaceOf = (version: string): string => `urn:iso:std:iso:20022:tech:xsd:${version}`;

/** A CustomerCreditTransferInitiation in the version and characters of the bank. */
export function creditTransferFile(
  file: TransferFile,
  profile: Profile,
  company: Settings['company'],
): Buffer {
  const { version, namespace, encoding } = profile.credit_transfer;
  const all = file.batches.flatMap(({ transfers }) => transfers);
  const header = element('GrpHdr', [
    element('MsgId', file.messageId),
    element('CreDtTm', standardTime(file.createdAt)),
    element('NbOfTxs', String(all.length)),
    element('CtrlSum', sumOf(all)),
    partyMarkup('InitgPty', company, profile),
  ]);
  const body = [header, ...file.batches.map((batch) => batchMarkup(batch, profile, company))];
  return xmlDocument(namespace ?? namespaceOf(version), element('CstmrCdtTrfInitn', body), encoding);
}

function batchMarkup(batch: Batch, profile: Profile, company: Settings['company']): Markup | undefined {
  const { account, method, day, transfers } = batch;
  const { batch_booking: isBatch, charge_bearer: bearer } = profile.credit_transfer;
  const isOld = profile.credit_transfer.version === 'pain.001.001.03';
  return element('PmtInf', [
    element('PmtInfId', batch.id),
    element('PmtMtd', 'TRF'),
    element('BtchBookg', String(isBatch)),
    element('NbOfTxs', String(transfers.length)),
    element('CtrlSum', sumOf(transfers)),
    element('PmtTpInf', [
      element('SvcLvl', element('Cd', method.service_level)),
      element('LclInstrm', element('Prtry', method.local_instrument)),
      element('CtgyPurp', element('Cd', method.category_purpose)),
    ]),
    element('ReqdExctnDt', isOld ? day : element('Dt', day)),
    partyMarkup('Dbtr', company, profile),
    element('DbtrAcct', [
      element('Id', numberMarkup({ as: account.as, number: account.number.replaceAll(' ', '') })),
      element('Ccy', account.currency),
    ]),
    element('DbtrAgt', element('FinInstnId', ownAgent(account, isOld))),
    element('ChrgBr', bearer),
    ...transfers.map((transfer) => transferMarkup(transfer, profile, isOld)),
  ]);
}

/** The agent is mandatory. For banks that need no BIC, the standard's guidelines use NOTPROVIDED. */
const ownAgent = ({ bic }: OwnAccount, isOld: boolean): Markup | undefined =>
  bic === undefined ? element('Othr', element('Id', 'NOTPROVIDED')) : element(isOld ? 'BIC' : 'BICFI', bic);

export function partyMarkup(
  name: string,
  company: Settings['company'],
  { credit_transfer: { characters, name_most: most } }: Profile,
): Markup | undefined {
  return element(name, [
    element('Nm', bankText(company.name, characters, most)),
    element('Id', element('OrgId', element('Othr', element('Id', company.id)))),
  ]);
}

function numberMarkup({ as, number, code, scheme }: Creditor['account']): Markup | undefined {
  if (as === 'iban') return element('IBAN', number);
  const name = code === undefined ? element('Prtry', scheme) : element('Cd', code);
  return element('Othr', [element('Id', number), element('SchmeNm', name)]);
}

function transferMarkup(transfer: Transfer, profile: Profile, isOld: boolean): Markup | undefined {
  const { endToEndId, amount, currency, creditor, memo } = transfer;
  const { characters, memo_most: most } = profile.credit_transfer;
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', endToEndId), element('EndToEndId', endToEndId)]),
    element('Amt', element('InstdAmt', new BigNumber(amount).toFixed(2), { Ccy: currency })),
    element('CdtrAgt', element('FinInstnId', agentMarkup(creditor, isOld))),
    element('Cdtr', element('Nm', creditor.name)),
    element('CdtrAcct', element('Id', numberMarkup(creditor.account))),
    element('RmtInf', element('Ustrd', most === 0 ? undefined : bankText(memo ?? '', characters, most))),
  ]);
}

function agentMarkup({ agent }: Creditor, isOld: boolean): Markup | undefined {
  if (agent === undefined) return undefined;
  if (agent.as === 'bic') return element(isOld ? 'BIC' : 'BICFI', agent.number);
  return element('ClrSysMmbId', [
    element('ClrSysId', element('Cd', agent.system)),
    element('MmbId', agent.number),
  ]);
}
