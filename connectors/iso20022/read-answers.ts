import type { RecallFile, ResolutionFile, StatusFile, StatusItem } from './report.ts';
import { child, children, requiredText, textAt, UnreadableFile, type Node } from './xml-reader.ts';

/** Removes undefined fields, as exactOptionalPropertyTypes requires. */
export function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** A code of the standard, or the bank's own. */
const reasonAt = (node: Node | undefined): string | undefined => {
  const information = child(node, 'StsRsnInf') ?? child(node, 'CxlStsRsnInf') ?? child(node, 'CxlRsnInf');
  return (
    textAt(information, 'Rsn', 'Cd') ?? textAt(information, 'Rsn', 'Prtry') ?? textAt(information, 'AddtlInf')
  );
};

type Parts = { readonly [K in 'scope' | 'id' | 'status' | 'reason']?: string | undefined };

const item = (parts: Parts): StatusItem[] =>
  parts.status === undefined || parts.id === undefined ? [] : [present(parts) as unknown as StatusItem];

/** pain.002, versions 03 to 14. */
export function readStatus(body: Node, kind: string): StatusFile {
  const group = child(body, 'OrgnlGrpInfAndSts');
  const originalMessageId = requiredText(group, 'OrgnlMsgId');
  const items = [
    ...item({
      scope: 'file',
      id: originalMessageId,
      status: textAt(group, 'GrpSts'),
      reason: reasonAt(group),
    }),
    ...children(body, 'OrgnlPmtInfAndSts').flatMap((batch) => [
      ...item({
        scope: 'batch',
        id: textAt(batch, 'OrgnlPmtInfId'),
        status: textAt(batch, 'PmtInfSts'),
        reason: reasonAt(batch),
      }),
      ...children(batch, 'TxInfAndSts').flatMap((transfer) =>
        item({
          scope: 'transfer',
          id: textAt(transfer, 'OrgnlEndToEndId') ?? textAt(transfer, 'OrgnlInstrId'),
          status: textAt(transfer, 'TxSts'),
          reason: reasonAt(transfer) ?? reasonAt(batch) ?? reasonAt(group),
        }),
      ),
    ]),
  ];
  if (items.length === 0) throw new UnreadableFile('it has no status');
  return { type: 'status', kind, messageId: requiredText(body, 'GrpHdr', 'MsgId'), originalMessageId, items };
}

/** camt.029: cancellation details stand below the payment, the batch or the document itself. */
export function readResolution(body: Node, kind: string): ResolutionFile {
  const overall = textAt(body, 'Sts', 'Conf') ?? 'NOTGIVEN';
  const details = children(body, 'CxlDtls').flatMap((each) => [
    ...children(each, 'TxInfAndSts'),
    ...children(each, 'OrgnlPmtInfAndSts').flatMap((batch) => children(batch, 'TxInfAndSts')),
  ]);
  const ofTransfer = details.map((each) =>
    present({
      cancellationId: textAt(each, 'OrgnlCxlId') ?? textAt(body, 'RslvdCase', 'Id'),
      endToEndId: textAt(each, 'OrgnlEndToEndId'),
      status: textAt(each, 'TxCxlSts') ?? overall,
      reason: reasonAt(each),
    }),
  );
  const items =
    ofTransfer.length > 0
      ? ofTransfer
      : [present({ cancellationId: textAt(body, 'RslvdCase', 'Id'), status: overall })];
  return { type: 'resolution', kind, messageId: requiredText(body, 'Assgnmt', 'Id'), items };
}

/** camt.056: the payer's bank asks for money back that we received. */
export function readRecall(body: Node, kind: string): RecallFile {
  const messageId = requiredText(body, 'Assgnmt', 'Id');
  const items = children(body, 'Undrlyg').flatMap((underlying) =>
    children(underlying, 'TxInf').map((each, at) => {
      const amount = child(each, 'OrgnlIntrBkSttlmAmt');
      return present({
        id: textAt(each, 'CxlId') ?? `${messageId}-${at + 1}`,
        endToEndId: textAt(each, 'OrgnlEndToEndId'),
        amount: textAt(amount),
        currency: amount?.attributes['Ccy'],
        reason: reasonAt(each),
      });
    }),
  );
  if (items.length === 0) throw new UnreadableFile('it names no payment');
  return { type: 'recall', kind, messageId, items };
}
