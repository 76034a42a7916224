import { ObjectType } from 'type-graphql';
import { payout as declared, returnStatuses, type Payout } from '../../domain/noun/payout.js';
import { enumOf, enumOfWords } from './enum.js';
import { field, optional, text, time, whole } from './field.js';
import { Money } from './money.js';
import { typeOf } from './type.js';

export const PayoutStatusEnum = enumOfWords(declared.fields.status.words);
export const RiskStatusEnum = enumOfWords(declared.fields.riskStatus.words);

export type Sending = Payout['sending'] | 'not_executed';

export const SendingEnum = enumOf<Sending>('Sending', 'How far the order to the provider has come.', {
  unsent: 'Not sent.',
  open: 'It may have left.',
  accepted: 'The provider has it.',
  uncertain: 'It may have left, and nobody knows.',
  not_executed: 'The provider did not execute it, and never will.',
});

const ReturnStatusEnum = enumOfWords(returnStatuses);

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

export const PayoutType = typeOf('payout');
