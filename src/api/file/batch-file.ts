import { z } from 'zod';
import { present } from '../../domain/event.js';
import { itemsMax, type BatchMessage } from '../../domain/payout-batch.js';
import { refuse, Refusal } from '../../domain/refusal.js';
import type { BatchAsk } from '../../usecases/payout-batch.js';
import { beneficiaryCreateSchema } from '../ask/beneficiary.js';
import { asked, payoutCreateSchema } from '../ask/payout.js';
import { pricing } from '../ask/payout-batch.js';
import { checkBody } from '../body.js';

/** A payout batch that came as a file: its items as JSON has them, and the place of each of their fields. */
export interface BatchFile {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** `field` is a dotted path; empty: the item itself. */
  readonly placeOf: (index: number, field: string) => Place;
  /** The message of ISO 20022 that it is, and where its id stands. */
  readonly message?: BatchMessage & { readonly place: Place };
  /** Days on which it asks to be paid, as `2026-11-29`. */
  readonly days?: readonly { readonly day: string; readonly place: Place }[];
}

/** The place of a fault: for programs, and in words. */
export interface Place {
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

/** The items of a file in the words of the use case. */
export function fileAsk(file: BatchFile, today: string): Pick<BatchAsk, 'items' | 'message'> {
  const { items } = checkBody(fileSchema, { value: { items: file.items } });
  const early = file.days?.find(({ day }) => day > today);
  if (early !== undefined)
    refuse(
      'invalid_parameter',
      `${early.place.words}: ${early.day} is in the future, and payouts are made at once; send the file on that day.`,
      { param: early.place.param },
    );
  return {
    ...(file.message && { message: file.message }),
    items: items.map(({ beneficiary, ...item }) =>
      present({ ask: asked(item), reference: item.reference, payee: beneficiary && payeeAsk(beneficiary) }),
    ),
  };
}

const payeeAsk = ({ customer_id: customerId, ...rest }: z.infer<typeof beneficiaryCreateSchema>) =>
  present({ ...rest, customerId });

/** Items as refusals name them, with a field. */
const itemPlace = /items\[(\d{1,4})\]((?:\.[\w-]+)*)/g;

/** Does what the ask of a file asks for; a refusal that names items names their places in the file. */
export async function withFile<T>(
  file: BatchFile,
  today: string,
  work: (ask: ReturnType<typeof fileAsk>) => Promise<T>,
): Promise<T> {
  try {
    return await work(fileAsk(file, today));
  } catch (error) {
    throw error instanceof Refusal ? inFile(file, error) : error;
  }
}

export function inFile({ placeOf, message }: BatchFile, refusal: Refusal): Refusal {
  if (message !== undefined && refusal.param === 'message_id')
    return refusal.with(refusal.message.replace('message_id', message.place.words), message.place.param);
  const place = ([, index = '', field = '']: readonly string[]): Place =>
    placeOf(Number(index), field.slice(1));
  const [found] = refusal.param?.matchAll(itemPlace) ?? [];
  if (found === undefined) return refusal;
  return refusal.with(
    refusal.message.replace(itemPlace, (...match: string[]) => place(match).words),
    place(found).param,
  );
}
