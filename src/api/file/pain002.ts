import type { ItemStatus, PayoutBatch } from '../../domain/payout-batch.js';
import { timeText } from '../../domain/moment.js';
import { markup } from '../markup.js';

/** The data of an item in a report. */
export interface ReportedItem {
  readonly status: ItemStatus;
  /** The payout was not sent yet; it may be waiting for an approval or a review. */
  readonly isUnsent?: boolean;
  readonly reference?: unknown;
  readonly payout_id?: unknown;
  readonly failure_code?: unknown;
  readonly error_code?: unknown;
}

type Code = 'PDNG' | 'ACSP' | 'ACSC' | 'RJCT';

const codes: Readonly<Record<ItemStatus, Code>> = {
  pending: 'PDNG',
  processing: 'ACSP',
  verification_pending: 'ACSP',
  completed: 'ACSC',
  failed: 'RJCT',
  refused: 'RJCT',
  returned: 'RJCT',
  cancelled: 'RJCT',
};

/** Longest text of the standard (Max35Text). */
const textMax = 35;

/** A pain.002 for a batch, in the version that matches its pain.001; `items` are all items in order. */
export function pain002(batch: PayoutBatch, items: readonly ReportedItem[], now: Date): string {
  const { id, messageId, message } = batch;
  const name = message?.name ?? 'pain.001.001.09';
  const version = name.endsWith('.03') ? 'pain.002.001.03' : 'pain.002.001.10';
  const original = messageId ?? id;
  const blocks = message?.blocks ?? [{ id: original, size: items.length }];
  let from = 0;
  const parts = blocks.map((block) => {
    const own = items.slice(from, from + block.size);
    from += block.size;
    return markup`<OrgnlPmtInfAndSts><OrgnlPmtInfId>${block.id}</OrgnlPmtInfId><PmtInfSts>${groupCode(own)}</PmtInfSts>${own.map(transaction)}</OrgnlPmtInfAndSts>
`;
  });
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><CstmrPmtStsRpt>
<GrpHdr><MsgId>${reportId(id, now)}</MsgId><CreDtTm>${timeText(now)}</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${original}</OrgnlMsgId><OrgnlMsgNmId>${name}</OrgnlMsgNmId><OrgnlNbOfTxs>${items.length}</OrgnlNbOfTxs><GrpSts>${groupCode(items)}</GrpSts></OrgnlGrpInfAndSts>
${parts}</CstmrPmtStsRpt></Document>
`.text;
}

/** Unique for each report: the batch and the time, in 35 characters. */
const reportId = (id: string, now: Date): string =>
  `${id.slice(id.indexOf('_') + 1)}${now.getTime().toString(36)}`.slice(0, textMax);

const codeOf = ({ status, isUnsent = false }: ReportedItem): Code =>
  status === 'processing' && isUnsent ? 'PDNG' : codes[status];

/** One code for the group: the common code of all items, or PART if some are rejected. */
function groupCode(items: readonly ReportedItem[]): Code | 'PART' {
  const all = new Set(items.map(codeOf));
  const [first = 'PDNG'] = all;
  if (all.size <= 1) return first;
  return all.has('RJCT') ? 'PART' : 'ACSP';
}

const short = (text: unknown): string | undefined =>
  typeof text === 'string' ? text.slice(0, textMax) : undefined;

function transaction(item: ReportedItem) {
  const { status, reference, payout_id, failure_code, error_code } = item;
  const code = codeOf(item);
  const endToEndId = short(reference) ?? 'NOTPROVIDED';
  const why = short(failure_code) ?? short(error_code) ?? status;
  const reason = code === 'RJCT' && markup`<StsRsnInf><Rsn><Prtry>${why}</Prtry></Rsn></StsRsnInf>`;
  const payout = short(payout_id);
  const own = payout !== undefined && markup`<AcctSvcrRef>${payout}</AcctSvcrRef>`;
  return markup`
<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${code}</TxSts>${reason}${own}</TxInfAndSts>`;
}
