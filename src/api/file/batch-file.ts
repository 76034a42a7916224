import { z } from 'zod';
import { present } from '../../domain/event.js';
import { itemsMax, type BatchMessage } from '../../domain/payout-batch.js';
import { othersHead, refuse, Refusal } from '../../domain/refusal.js';
import type { BatchAsk } from '../../usecases/payout-batch.js';
import { beneficiaryCreateSchema } from '../ask/beneficiary.js';
import { payoutRequest, payoutCreateSchema } from '../ask/payout.js';
import { pricing } from '../ask/payout-batch.js';
import { checkBody } from '../body.js';
import { currency } from '../field.js';

/** A payout batch from a file: its items as in JSON, and the position of each field in the file. */
export interface BatchFile {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** `field` is a dotted path; empty for the item itself. */
  readonly positionOf: (index: number, field: string) => FilePosition;
  /** The ISO 20022 message, and the position of its id. */
  readonly message?: BatchMessage;
  readonly messagePosition?: () => FilePosition;
  /** Requested payment days, as `2026-11-29`. */
  readonly days?: readonly { readonly day: string; readonly position: () => FilePosition }[];
  /** Accounts named as payers, by their ids without `acct_`. */
  readonly payers?: readonly { readonly owner: string; readonly position: () => FilePosition }[];
}

/** A position in the file: for programs, and in words. */
export interface FilePosition {
  readonly param: string;
  readonly words: string;
}

const { beneficiary_id: beneficiaryId, ...priced } = payoutCreateSchema.shape;

const fileSchema = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          ...priced,
          beneficiary_id: beneficiaryId.exactOptional(),
          beneficiary: beneficiaryCreateSchema.exactOptional(),
          // The currency that the file states for a beneficiary given by id.
          currency: currency.exactOptional(),
        })
        .superRefine(({ beneficiary_id: id, beneficiary }, context) => {
          if (id !== undefined || beneficiary !== undefined) return;
          const message = 'names no beneficiary; send beneficiary_id, or method, currency and details';
          context.addIssue({ code: 'custom', path: [], message });
        })
        .superRefine(...pricing),
    )
    .min(1)
    .max(itemsMax),
});

/** The context of an upload: the caller's account, and today's date as `2026-11-29`. */
export interface UploadContext {
  readonly accountId: string;
  readonly today: string;
}

const refuseAt = ({ param, words }: FilePosition, said: string): never =>
  refuse('invalid_parameter', `${words}: ${said}.`, { param });

/** The use case's items, from a file. */
export function fileAsk(
  file: BatchFile,
  { today, accountId }: UploadContext,
): Pick<BatchAsk, 'items' | 'message'> {
  const { items } = checkBody(fileSchema, { value: { items: file.items } });
  const early = file.days?.find(({ day }) => day > today);
  if (early !== undefined)
    refuseAt(
      early.position(),
      `${early.day} is in the future, and payouts are made at once; send the file on that day`,
    );
  const other = file.payers?.find(({ owner }) => `acct_${owner}` !== accountId);
  if (other !== undefined)
    refuseAt(other.position(), 'names another account; send the file with a key of that account');
  return {
    ...(file.message && { message: file.message }),
    items: items.map(({ beneficiary, currency, ...item }) =>
      present({
        ask: payoutRequest(item),
        reference: item.reference,
        payee: beneficiary && payeeAsk(beneficiary),
        paidIn: currency,
      }),
    ),
  };
}

const payeeAsk = ({ customer_id: customerId, ...rest }: z.infer<typeof beneficiaryCreateSchema>) =>
  present({ ...rest, customerId });

/** References to items in refusals, with a field. */
const itemPattern = /items\[(\d{1,4})\]((?:\.[\w-]+)*)/g;

/** Runs the request of a file. In a refusal, references to items become positions in the file. */
export async function withFile<T>(
  file: BatchFile,
  taken: UploadContext,
  work: (ask: ReturnType<typeof fileAsk>) => Promise<T>,
): Promise<T> {
  try {
    return await work(fileAsk(file, taken));
  } catch (error) {
    throw error instanceof Refusal ? inFile(file, error) : error;
  }
}

/**
 * Replaces references only at the beginning of a message and in its list of others; the rest may be the
 * caller's text.
 */
export function inFile({ positionOf, messagePosition }: BatchFile, refusal: Refusal): Refusal {
  const { param, message } = refusal;
  if (messagePosition !== undefined && param === 'message_id')
    return refusal.with(message.replace('message_id', messagePosition().words), messagePosition().param);
  const matchPosition = ([, index = '', field = '']: readonly string[]): FilePosition =>
    positionOf(Number(index), field.slice(1));
  const [found] = param?.matchAll(itemPattern) ?? [];
  if (param === undefined || found === undefined) return refusal;
  const { words, param: own } = matchPosition(found);
  const head = message.startsWith(param) ? words + message.slice(param.length) : message;
  const list = head.lastIndexOf(othersHead);
  const said =
    list === -1
      ? head
      : head.slice(0, list) +
        head.slice(list).replace(itemPattern, (...match: string[]) => matchPosition(match).words);
  return refusal.with(said, own);
}
