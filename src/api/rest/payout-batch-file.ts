import type { z } from 'zod';
import type { Refusal } from '../../domain/refusal.js';
import type { BatchAsk } from '../../usecases/payout-batch.js';
import { payoutBatchAsk, type payoutBatchCreateSchema } from '../ask/payout-batch.js';
import type { Caller } from '../caller.js';
import { inFile, withFile, type BatchFile } from '../file/batch-file.js';
import { csvBatch, itemColumns, payeeColumns } from '../file/csv.js';
import { checkLimits } from './request.js';
import type { FileFormat } from './route.js';

const fileBytesMax = 2 * 1024 * 1024;

const quoted = (name: string): string => `\`${name}\``;

const csvExample = `method,currency,details.name,details.clabe,source_currency,amount,amount_side,reference
spei,MXN,Rosa Campos,032180000118359719,MXN,10.00,destination,salary-1042
`;

export const csvColumns = `UTF-8, commas, and a header row with ${itemColumns.map(quoted).join(', ')} or \`metadata.<key>\`.
In place of beneficiary_id, ${payeeColumns.map(quoted).join(', ')} and \`details.<field>\` describe a beneficiary, which is found or created.`;

/** The files that a batch is made of. */
export const batchFiles: Readonly<Record<string, FileFormat<BatchFile>>> = {
  'text/csv': { example: csvExample, bytesMax: fileBytesMax, read: csvBatch },
};

type BatchBody = z.infer<typeof payoutBatchCreateSchema> | BatchFile;

const isBatchFile = (body: BatchBody): body is BatchFile => 'placeOf' in body;

/** Does what a batch asks for, as JSON or as a file. A file that describes beneficiaries also needs the right to create them. */
export async function withBatch<T>(
  caller: Caller,
  body: BatchBody,
  work: (ask: Omit<BatchAsk, 'accountId' | 'by' | 'requestedBy'>) => Promise<T>,
): Promise<T> {
  if (!isBatchFile(body)) return work(payoutBatchAsk(body));
  if (body.items.some(({ beneficiary }) => beneficiary !== undefined))
    checkLimits(caller, { scope: 'write', path: '/v1/beneficiaries' });
  return withFile(body, work);
}

/** A refusal of the batch that names the lines and columns at fault. */
export const inBatch = (body: BatchBody, refusal: Refusal): Refusal =>
  isBatchFile(body) ? inFile(body, refusal) : refusal;
