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

const OutcomeEnum = enumOf<Outcome>('PreviewOutcome', 'What it would come to.', outcomeMeanings);

@ObjectType({ description: 'The answer of REST to what would be refused.' })
class PreviewRefusal {
  @whole('The status that the answer would have.')
  readonly status!: number;

  @text('Its error.code.')
  readonly code!: string;

  @text('The reason, in words.')
  readonly message!: string;

  @text('The field at fault.', optional)
  readonly param?: string | null;

  @texts('Why risk rules stop it.', optional)
  readonly reasons?: readonly string[] | null;
}

@ObjectType({ description: 'A movement of a balance that would be posted at once.' })
class PreviewEntry {
  @field(() => BucketEnum, 'The part of the balance that would move.')
  readonly account!: Bucket;

  @field(() => DirectionEnum, 'Which way.')
  readonly direction!: 'credit' | 'debit';

  @text('Why, such as payout_reserve.')
  readonly purpose!: string;

  @amount('How much.')
  readonly amount!: string;

  @text('In which currency.')
  readonly currency!: string;
}

/** More entries than anything posts when it is made. */
const entriesMost = 4;

@ObjectType()
class Previewed {
  @field(() => OutcomeEnum, 'What it would come to.')
  readonly outcome!: Outcome;

  @field(() => PreviewRefusal, 'Why it would be refused.', optional)
  readonly refusal?: PreviewRefusal | null;

  @texts('Why risk rules would hold it.', optional)
  readonly reasons?: readonly string[] | null;

  @field(() => Money, 'The money that the balance lacks for it.', optional)
  readonly short?: Money | null;

  @atMost(entriesMost)
  @field(() => [PreviewEntry], 'What would be posted at once.')
  readonly entries!: readonly PreviewEntry[];
}

@ObjectType({ description: 'A payout as it would be created: it has no id yet, and no times.' })
class PreviewedPayout {
  @field(() => PayoutStatusEnum, 'Where it would stand.')
  readonly status!: PayoutStatus;

  @text("The beneficiary's method.")
  readonly method!: string;

  @id('Whom it would pay.')
  readonly beneficiaryId!: string;

  @field(() => Source, 'What the account would pay.')
  readonly source!: Source;

  @field(() => Money, 'What would arrive.')
  readonly destination!: Money;

  @text('Units that would arrive for one unit of principal.')
  readonly rate!: string;

  @id('The quote whose price it would have.', optional)
  readonly quoteId!: string | null;

  @text('Why it would fail.', optional)
  readonly failureCode!: string | null;

  @field(() => RiskStatusEnum, 'What the risk rules would say.')
  readonly riskStatus!: Payout['riskStatus'];
}

@ObjectType({ description: 'What a payout would come to.' })
export class PayoutPreview extends Previewed {
  @field(() => PreviewedPayout, 'The payout as it would be created.', optional)
  readonly payout?: PreviewedPayout | null;
}

@ObjectType({ description: 'What an item of a batch would come to.' })
export class PayoutBatchItemPreview extends PayoutPreview {
  @whole('Its place in the batch, from 0.')
  readonly index!: number;

  @text('Your name of it.', optional)
  readonly reference?: string | null;
}

@ObjectType({ description: 'How many items of a batch would come to what.' })
class PayoutBatchPreviewSummary {
  @whole('All of them.')
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

@ObjectType({ description: 'What the items of a batch ask for in one currency.' })
class PayoutBatchPreviewTotal {
  @text('The currency in which they say how much.')
  readonly currency!: string;

  @amount('What is asked for.')
  readonly requested!: string;
}

/** More currencies than there are rails. */
const currenciesMost = 20;

@ObjectType({ description: 'What a batch would come to, were it accepted now and nothing else moved.' })
export class PayoutBatchPreview {
  @field(() => OutcomeEnum, 'Whether it would be accepted: created or refused.')
  readonly outcome!: Outcome;

  @field(() => PreviewRefusal, 'Why it would be refused.', optional)
  readonly refusal?: PreviewRefusal | null;

  @field(() => PayoutBatchPreviewSummary, 'How many of its items would come to what.', optional)
  readonly summary?: PayoutBatchPreviewSummary | null;

  @atMost(currenciesMost)
  @field(() => [PayoutBatchPreviewTotal], 'What its items ask for.', optional)
  readonly totals?: readonly PayoutBatchPreviewTotal[] | null;

  @atMost(currenciesMost)
  @field(() => [Money], 'The money that would have to come in for no item to fail.', optional)
  readonly short?: readonly Money[] | null;

  readonly each!: readonly PayoutBatchItemPreview[];
}

const refundFields = refund.fields;
const RefundStatusEnum = enumOfWords(refundFields.status.words);
const RefundRiskStatusEnum = enumOfWords(refundFields.riskStatus.words);

@ObjectType({ description: 'A refund as it would be created: it has no id yet, and no times.' })
class PreviewedRefund {
  @field(() => RefundStatusEnum, 'Where it would stand.')
  readonly status!: Refund['status'];

  @id(refundFields.payinId.says)
  readonly payinId!: string;

  @field(() => Money, 'What would leave the balance.')
  readonly amount!: Money;

  @field(() => Money, 'What the payer would get.', optional)
  readonly payer!: Money | null;

  @text(refundFields.reason.says, optional)
  readonly reason!: string | null;

  @field(() => RefundRiskStatusEnum, 'What the risk rules would say.')
  readonly riskStatus!: Refund['riskStatus'];
}

@ObjectType({ description: 'What a refund would come to.' })
export class RefundPreview extends Previewed {
  @field(() => PreviewedRefund, 'The refund as it would be created.', optional)
  readonly refund?: PreviewedRefund | null;
}
