import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { BatchAsk } from '../../usecases/payout-batch.js';
import type { BatchPreview } from '../../usecases/preview.js';
import { payoutBatchAsk, type payoutBatchCreateSchema } from '../ask/payout-batch.js';
import type { Caller } from '../caller.js';
import { inFile, withFile, type BatchFile } from '../file/batch-file.js';
import { csvBatch, itemColumns, payeeColumns } from '../file/csv.js';
import { pain001Batch } from '../file/pain001.js';
import { checkLimits } from './request.js';
import type { FileFormat } from './route.js';

const fileBytesMax = 2 * 1024 * 1024;

const quoted = (name: string): string => `\`${name}\``;

const csvExample = `method,currency,details.name,details.clabe,source_currency,amount,amount_side,reference
spei,MXN,Rosa Campos,032180000118359719,MXN,10.00,destination,salary-1042
`;

const pain001Example = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>WAGES-2026-11</MsgId><CreDtTm>2026-11-29T09:00:00Z</CreDtTm><NbOfTxs>1</NbOfTxs><CtrlSum>10.00</CtrlSum><InitgPty><Nm>Example SA</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>WAGES-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-11-29</Dt></ReqdExctnDt>
<Dbtr><Nm>Example SA</Nm></Dbtr><DbtrAcct><Id><Othr><Id>MXN-AVL</Id></Othr></Id></DbtrAcct>
<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
<CdtTrfTxInf><PmtId><EndToEndId>salary-1042</EndToEndId></PmtId><Amt><InstdAmt Ccy="MXN">10.00</InstdAmt></Amt>
<Cdtr><Nm>Rosa Campos</Nm></Cdtr><CdtrAcct><Id><Othr><Id>032180000118359719</Id></Othr></Id></CdtrAcct>
<RmtInf><Ustrd>Salary of November</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>
`;

export const csvColumns = `UTF-8, commas, and a header row with ${itemColumns.map(quoted).join(', ')} or \`metadata.<key>\`.
In place of beneficiary_id, ${payeeColumns.map(quoted).join(', ')} and \`details.<field>\` describe a beneficiary, which is found or created.`;

/** File formats of a batch, by media type. */
export const batchFiles: Readonly<Record<string, FileFormat<BatchFile>>> = {
  'text/csv': { example: csvExample, bytesMax: fileBytesMax, read: csvBatch },
  'application/xml': { example: pain001Example, bytesMax: fileBytesMax, read: pain001Batch },
};

type BatchBody = z.infer<typeof payoutBatchCreateSchema> | BatchFile;

const isBatchFile = (body: BatchBody): body is BatchFile => ('positionOf' satisfies keyof BatchFile) in body;

/**
 * Runs a request with a batch as JSON or file. A file with beneficiaries also needs permission to create
 * beneficiaries.
 */
export async function withBatch<T>(
  { ports, caller, body }: { ports: Pick<Ports, 'clock'>; caller: Caller; body: BatchBody },
  work: (ask: Omit<BatchAsk, 'accountId' | 'by' | 'requestedBy'>) => Promise<T>,
): Promise<T> {
  if (!isBatchFile(body)) return work(payoutBatchAsk(body));
  if (body.items.some(({ beneficiary }) => beneficiary !== undefined))
    checkLimits(caller, { scope: 'write', path: '/v1/beneficiaries' });
  const today = ports.clock.businessNow().toISOString().slice(0, 10);
  return withFile(body, { accountId: caller.account.id, today }, work);
}

/** A preview whose refusals name positions in the file; for JSON they have an index. */
export function inBatch(body: BatchBody, previewed: BatchPreview): BatchPreview {
  if (!isBatchFile(body)) return previewed;
  if ('refusal' in previewed) return { refusal: inFile(body, previewed.refusal) };
  const items = previewed.items.map(([item, each]) => {
    const placed = (refusal: Refusal): Refusal => inFile(body, refusal.placedAt(`items[${item.index}]`));
    return [item, 'refusal' in each ? { ...each, refusal: placed(each.refusal) } : each] as const;
  });
  return { ...previewed, items };
}
