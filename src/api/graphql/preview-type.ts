import { ObjectType } from 'type-graphql';
import type { Bucket } from '../../domain/ledger.js';
import { refund, type Refund } from '../../domain/noun/refund.js';
import type { Payout, PayoutStatus } from '../../domain/payout.js';
import { outcomeMeanings, type Outcome } from '../preview.js';
import { BucketEnum, DirectionEnum } from './balance.js';
import { enumOf, enumOfWords } from './enum.js';
import { amount, atMost, field, id, optional, text, texts, whole } from './field.js';
import { Money } from './money.js';
import { PayoutStatusEnum, RiskStatusEnum } from './payout-type.js';
import { Source } from './quote.js';

const OutcomeEnum = enumOf<Outcome>('PreviewOutcome', 'Result of a preview.', outcomeMeanings);

@ObjectType({ description: 'The refusal that REST would return.' })
class PreviewRefusal {
  @whole('Status that the answer would have.')
  readonly status!: number;

  @text('Its error.code.')
  readonly code!: string;

  @text('Reason.')
  readonly message!: string;

  @text('Field at fault.', optional)
  readonly param?: string | null;

  @texts('Reasons of the risk rules.', optional)
  readonly reasons?: readonly string[] | null;
}

@ObjectType({ description: 'A movement of a balance that would be posted at once.' })
class PreviewEntry {
  @field(() => BucketEnum, 'Part of the balance that would move.')
  readonly account!: Bucket;

  @field(() => DirectionEnum, 'Which way.')
  readonly direction!: 'credit' | 'debit';

  @text('Purpose, such as payout_reserve.')
  readonly purpose!: string;

  @amount('How much.')
  readonly amount!: string;

  @text('Currency of the movement.')
  readonly currency!: string;
}

/** More entries than anything posts when it is made. */
const entriesMost = 4;

@ObjectType()
class Previewed {
  @field(() => OutcomeEnum, 'Result of a preview.')
  readonly outcome!: Outcome;

  @field(() => PreviewRefusal, 'Why it would be refused.', optional)
  readonly refusal?: PreviewRefusal | null;

  @texts('Why risk rules would hold it.', optional)
  readonly reasons?: readonly string[] | null;

  @texts(
    'approval_required: members have to approve it. beneficiary_not_verified: the payee check is missing, older than 30 days, or found another holder. Ignore values that you do not know.',
    optional,
  )
  readonly warnings?: readonly string[] | null;

  @field(() => Money, 'Money that the balance lacks.', optional)
  readonly short?: Money | null;

  @atMost(entriesMost)
  @field(() => [PreviewEntry], 'Journals that would be posted at once.')
  readonly entries!: readonly PreviewEntry[];
}

@ObjectType({ description: 'A payout as it would be created, without id and times.' })
class PreviewedPayout {
  @field(() => PayoutStatusEnum, 'Status that it would have.')
  readonly status!: PayoutStatus;

  @text('Method of the beneficiary.')
  readonly method!: string;

  @id('Beneficiary that would be paid.')
  readonly beneficiaryId!: string;

  @field(() => Source, 'Amount that the account would pay.')
  readonly source!: Source;

  @field(() => Money, 'Amount that would arrive.')
  readonly destination!: Money;

  @text('Destination units for one unit of principal.')
  readonly rate!: string;

  @id('Quote that would set its price.', optional)
  readonly quoteId!: string | null;

  @text('Why it would fail.', optional)
  readonly failureCode!: string | null;

  @field(() => RiskStatusEnum, 'Result of the risk rules.')
  readonly riskStatus!: Payout['riskStatus'];
}

@ObjectType({ description: 'Result of a payout preview.' })
export class PayoutPreview extends Previewed {
  @field(() => PreviewedPayout, 'The payout as it would be created.', optional)
  readonly payout?: PreviewedPayout | null;
}

@ObjectType({ description: 'Result of one item in a batch preview.' })
export class PayoutBatchItemPreview extends PayoutPreview {
  @whole('Position in the batch, from 0.')
  readonly index!: number;

  @text('Your own id for the item.', optional)
  readonly reference?: string | null;
}

@ObjectType({ description: 'Number of items by result.' })
class PayoutBatchPreviewSummary {
  @whole('All items.')
  readonly total!: number;

  @whole(outcomeMeanings.created)
  readonly created!: number;

  @whole(outcomeMeanings.in_review)
  readonly inReview!: number;

  @whole(outcomeMeanings.failed)
  readonly failed!: number;

  @whole(outcomeMeanings.refused)
  readonly refused!: number;
}

@ObjectType({ description: 'Amounts of a batch in one currency.' })
class PayoutBatchPreviewTotal {
  @text('Currency of the requested amounts.')
  readonly currency!: string;

  @amount('Requested amount.')
  readonly requested!: string;
}

/** More currencies than there are rails. */
const currenciesMost = 20;

@ObjectType({ description: 'Result of a batch preview, if nothing else moved meanwhile.' })
export class PayoutBatchPreview {
  @field(() => OutcomeEnum, 'Whether it would be accepted: created or refused.')
  readonly outcome!: Outcome;

  @field(() => PreviewRefusal, 'Why it would be refused.', optional)
  readonly refusal?: PreviewRefusal | null;

  @field(() => PayoutBatchPreviewSummary, 'Number of items by result.', optional)
  readonly summary?: PayoutBatchPreviewSummary | null;

  @atMost(currenciesMost)
  @field(() => [PayoutBatchPreviewTotal], 'Requested amounts, by currency.', optional)
  readonly totals?: readonly PayoutBatchPreviewTotal[] | null;

  @atMost(currenciesMost)
  @field(() => [Money], 'Money needed so that no item fails.', optional)
  readonly short?: readonly Money[] | null;

  @texts('approval_required: members have to approve the batch.', optional)
  readonly warnings?: readonly string[] | null;

  readonly each!: readonly PayoutBatchItemPreview[];
}

const refundFields = refund.fields;
const RefundStatusEnum = enumOfWords(refundFields.status.words);
const RefundRiskStatusEnum = enumOfWords(refundFields.riskStatus.words);

@ObjectType({ description: 'A refund as it would be created, without id and times.' })
class PreviewedRefund {
  @field(() => RefundStatusEnum, 'Status that it would have.')
  readonly status!: Refund['status'];

  @id(refundFields.payinId.says)
  readonly payinId!: string;

  @field(() => Money, 'Amount that would leave the balance.')
  readonly amount!: Money;

  @field(() => Money, 'Amount that the payer would receive.', optional)
  readonly payer!: Money | null;

  @text(refundFields.reason.says, optional)
  readonly reason!: string | null;

  @field(() => RefundRiskStatusEnum, 'Result of the risk rules.')
  readonly riskStatus!: Refund['riskStatus'];
}

@ObjectType({ description: 'Result of a refund preview.' })
export class RefundPreview extends Previewed {
  @field(() => PreviewedRefund, 'The refund as it would be created.', optional)
  readonly refund?: PreviewedRefund | null;
}
