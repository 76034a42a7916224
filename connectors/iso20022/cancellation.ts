import { BigNumber } from 'bignumber.js';
import { namespaceOf, partyMarkup, standardTime } from './pain001.ts';
import type { Profile } from './profile.ts';
import type { OwnAccount, Settings } from './settings.ts';
import { element, xmlDocument, type Markup } from './xml-writer.ts';

/** A request to cancel, or to get back, one transfer of a file that was sent. */
export interface Cancellation {
  readonly messageId: string;
  readonly createdAt: Date;
  readonly reason: string;
  readonly account: OwnAccount;
  readonly original: {
    readonly messageId: string;
    readonly batchId: string;
    readonly endToEndId: string;
    readonly amount: string;
    readonly currency: string;
  };
}

/** A camt.055 of a customer or a camt.056 of an institution, as the profile says. */
export function cancellationFile(ask: Cancellation, profile: Profile, company: Settings['company']): Buffer {
  const { version } = profile.recall;
  const isCustomer = version.startsWith('camt.055');
  const content = [
    element('Assgnmt', [
      element('Id', ask.messageId),
      element('Assgnr', partyMarkup('Pty', company, profile)),
      element('Assgne', element('Agt', element('FinInstnId', bankMarkup(ask.account)))),
      element('CreDtTm', standardTime(ask.createdAt)),
    ]),
    element('CtrlData', element('NbOfTxs', '1')),
    element('Undrlyg', isCustomer ? ofCustomer(ask, profile) : ofInstitution(ask, profile)),
  ];
  const name = isCustomer ? 'CstmrPmtCxlReq' : 'FIToFIPmtCxlReq';
  return xmlDocument(namespaceOf(version), element(name, content), 'UTF-8');
}

const bankMarkup = ({ bic }: OwnAccount): Markup | undefined =>
  bic === undefined ? element('Othr', element('Id', 'NOTPROVIDED')) : element('BICFI', bic);

const reasonMarkup = (reason: string): Markup | undefined =>
  element('CxlRsnInf', element('Rsn', element('Cd', reason)));

const groupMarkup = (ask: Cancellation, profile: Profile): Markup | undefined =>
  element('OrgnlGrpInf', [
    element('OrgnlMsgId', ask.original.messageId),
    element('OrgnlMsgNmId', profile.credit_transfer.version),
  ]);

const amountOf = ({ original: { amount } }: Cancellation): string => new BigNumber(amount).toFixed(2);

function ofCustomer(ask: Cancellation, profile: Profile): Markup | undefined {
  const { batchId, endToEndId, currency } = ask.original;
  return element('OrgnlPmtInfAndCxl', [
    element('OrgnlPmtInfId', batchId),
    groupMarkup(ask, profile),
    element('TxInf', [
      element('CxlId', ask.messageId),
      element('OrgnlInstrId', endToEndId),
      element('OrgnlEndToEndId', endToEndId),
      element('OrgnlInstdAmt', amountOf(ask), { Ccy: currency }),
      reasonMarkup(ask.reason),
    ]),
  ]);
}

function ofInstitution(ask: Cancellation, profile: Profile): Markup | undefined {
  const { endToEndId, currency } = ask.original;
  return element('TxInf', [
    element('CxlId', ask.messageId),
    groupMarkup(ask, profile),
    element('OrgnlInstrId', endToEndId),
    element('OrgnlEndToEndId', endToEndId),
    element('OrgnlIntrBkSttlmAmt', amountOf(ask), { Ccy: currency }),
    reasonMarkup(ask.reason),
  ]);
}
