import { ObjectType } from 'type-graphql';
import type { Payout, PayoutStatus } from '../../domain/payout.js';
import { enumOf } from './enum.js';
import { field, id, optional, text, time, whole } from './field.js';
import { Money } from './money.js';
import { typeOf } from './type.js';

export const PayoutStatusEnum = enumOf<PayoutStatus>('PayoutStatus', 'Where a payout stands.', {
  processing: 'On its way, or held by risk rules.',
  verification_pending: 'The outcome at the bank is not known.',
  completed: 'Paid.',
  failed: 'Not paid; the money is available again.',
  returned: 'Paid and sent back.',
  cancelled: 'Stopped before it was sent.',
});

export const RiskStatusEnum = enumOf<Payout['riskStatus']>('RiskStatus', 'What the risk rules said.', {
  allowed: 'Nothing against it.',
  in_review: 'Held until somebody decides.',
  approved: 'Held, then let go.',
  rejected: 'Held, then refused.',
});

export type Sending = Payout['sending'] | 'not_executed';

export const SendingEnum = enumOf<Sending>('Sending', 'How far the order to the provider has come.', {
  unsent: 'Not sent.',
  open: 'It may have left.',
  accepted: 'The provider has it.',
  uncertain: 'It may have left, and nobody knows.',
  not_executed: 'The provider did not execute it, and never will.',
});

const ReturnStatusEnum = enumOf<'pending' | 'settled'>(
  'PayoutReturnStatus',
  'Where the money of a return is.',
  {
    pending: 'On its way back.',
    settled: 'In available again.',
  },
);

@ObjectType({ description: 'What came back after a return: the principal.' })
export class PayoutReturn {
  @field(() => ReturnStatusEnum, 'Where the money is.')
  readonly status!: 'pending' | 'settled';

  @field(() => Money, 'How much.')
  readonly money!: Money;
}

@ObjectType({ description: 'That a payout was asked not to be sent.' })
export class Cancellation {
  @time('When it was asked for.')
  readonly requestedAt!: Date;

  @time('When it was decided.', optional)
  readonly decidedAt!: Date | null;
}

export const IntentType = typeOf('intent');

@ObjectType({ description: 'What stands behind a payout at the provider; for operators only.' })
export class Dispatch {
  @text('The provider.', optional)
  readonly provider!: string | null;

  @text('Our name for the payout at the provider.')
  readonly reference!: string;

  @whole('Attempts to send so far.')
  readonly attempts!: number;

  @whole('Times that the provider was asked for the outcome.')
  readonly lookUps!: number;

  @time('When something is due next.', optional)
  readonly nextStepAt!: Date | null;
}

@ObjectType('Payout', { description: 'Money on its way from a balance to a beneficiary.' })
export class PayoutType {
  @id('Its id, pout_….')
  readonly id!: string;

  @id('The account that pays.')
  readonly accountId!: string;

  @field(() => PayoutStatusEnum, 'Where it stands.')
  readonly status!: PayoutStatus;

  @text("The beneficiary's method.")
  readonly method!: string;

  @text('The country, where the method has one.', optional)
  readonly country!: string | null;

  @id('Whom it pays.')
  readonly beneficiaryId!: string;

  @id('The quote whose price it has, if it was made with one.', optional)
  readonly quoteId!: string | null;

  @id('The remittance whose one payout it is, if of one.', optional)
  readonly remittanceId!: string | null;
  @id('The batch that it stands in, if any.', optional)
  readonly batchId!: string | null;

  @text('Units that arrive for one unit of principal.')
  readonly rate!: string;

  @text("The account's own words; in sandbox they may hold a sim: tag.", optional)
  readonly description!: string | null;

  @text('Why it failed, or was cancelled.', optional)
  readonly failureCode!: string | null;

  @field(() => RiskStatusEnum, 'What the risk rules said.')
  readonly riskStatus!: Payout['riskStatus'];

  @id('The review that held it.', optional)
  readonly riskDecisionId!: string | null;

  @time('When it was created.')
  readonly createdAt!: Date;

  @time('When it last changed.')
  readonly updatedAt!: Date;

  @time('When it was paid.', optional)
  readonly completedAt!: Date | null;

  @time('When it failed.', optional)
  readonly failedAt!: Date | null;

  @time('When it came back.', optional)
  readonly returnedAt!: Date | null;

  @time('When it was cancelled.', optional)
  readonly cancelledAt!: Date | null;
}
