import { ObjectType } from 'type-graphql';
import { payout as declared, returnStatuses, type Payout } from '../../domain/noun/payout.js';
import { enumOf, enumOfWords } from './enum.js';
import { field, optional, text, time, whole } from './field.js';
import { Money } from './money.js';
import { typeOf } from './type.js';

export const PayoutStatusEnum = enumOfWords(declared.fields.status.words);
export const RiskStatusEnum = enumOfWords(declared.fields.riskStatus.words);

export type Sending = Payout['sending'] | 'not_executed';

export const SendingEnum = enumOf<Sending>('Sending', 'State of the order at the provider.', {
  unsent: 'Not sent.',
  open: 'It may have been sent.',
  accepted: 'The provider has accepted it.',
  uncertain: 'It may have been sent; the outcome is unknown.',
  not_executed: 'The provider did not execute it, and never will.',
});

const ReturnStatusEnum = enumOfWords(returnStatuses);

@ObjectType({ description: 'Amount returned: the principal.' })
export class PayoutReturn {
  @field(() => ReturnStatusEnum, 'Status of the returned money.')
  readonly status!: 'pending' | 'settled';

  @field(() => Money, 'How much.')
  readonly money!: Money;
}

@ObjectType({ description: 'Cancellation of a payout.' })
export class Cancellation {
  @time('Time of the request.')
  readonly requestedAt!: Date;

  @time('Time of the decision.', optional)
  readonly decidedAt!: Date | null;
}

export const IntentType = typeOf('intent');

@ObjectType({ description: 'Operators only: how a payout is sent to its provider.' })
export class Dispatch {
  @text('The provider.', optional)
  readonly provider!: string | null;

  @text('Our reference of the payout at the provider.')
  readonly reference!: string;

  @whole('Attempts to send so far.')
  readonly attempts!: number;

  @whole('Look-ups of the outcome so far.')
  readonly lookUps!: number;

  @time('Time of the next step.', optional)
  readonly nextStepAt!: Date | null;
}

export const PayoutType = typeOf('payout');
