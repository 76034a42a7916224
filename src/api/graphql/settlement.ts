import { Ctx, FieldResolver, ObjectType, Resolver, Root } from 'type-graphql';
import type { Account } from '../../domain/account.js';
import { settlement, type Settlement } from '../../domain/noun/settlement.js';
import { settlementSchedule, type SettlementSchedule } from '../../domain/noun/settlement-schedule.js';
import { unsettledOf } from '../../domain/settlement.js';
import type { CurrencyConfiguration, SettlementConfiguration } from '../../domain/settlement-schedule.js';
import type { NumberedEntry } from '../../ports/ledger-read.js';
import { settlementConfiguration } from '../../usecases/settlement-schedule.js';
import { AccountType } from './account.js';
import { firstArg } from './argument.js';
import { balancesMost, BalanceEntryType } from './balance.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { enumOf } from './enum.js';
import { atMost, field, flag, id, optional, text } from './field.js';
import { money, Money } from './money.js';
import { DateTime } from './scalar.js';
import { answers, typeOf } from './type.js';

export const SettlementType = typeOf('settlement');

answers('settlementSchedule', {
  name: 'nextCutoffAt',
  type: () => DateTime,
  says: settlementSchedule.fields.nextCutoffAt.says,
  isOptional: true,
  answer: (row) => (row as unknown as SettlementSchedule).nextStepAt,
});

answers('settlement', {
  name: 'left',
  type: () => Money,
  says: settlement.fields.left.says,
  isOptional: true,
  answer: (row) => {
    const left = unsettledOf(row as unknown as Settlement);
    return left.isZero() ? null : money(left, (row as unknown as Settlement).currency);
  },
});

@Resolver(() => SettlementType)
export class SettlementItems {
  @FieldResolver(() => [BalanceEntryType], { description: settlement.fields.items.says })
  items(
    @Root() row: Settlement,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<NumberedEntry[]> {
    return load.settledEntries(row, pageSize(first));
  }
}

const StateEnum = enumOf<SettlementConfiguration['state']>('SettlementState', 'Whether a currency settles.', {
  unconfigured: 'No schedule is in force.',
  active: 'It settles.',
  unexecutable: 'A schedule is in force but cannot settle.',
});

@ObjectType('CurrencySettlement', { description: 'How one currency of an account settles.' })
class CurrencySettlement implements CurrencyConfiguration {
  @text('The currency.')
  readonly currency!: string;

  @field(() => StateEnum, 'Whether it settles.')
  readonly state!: CurrencyConfiguration['state'];

  @flag('Whether it settles automatically.', optional)
  readonly automatic?: boolean;

  @text('Why it cannot settle.', optional)
  readonly reason?: 'no_destination';

  @id('Schedule in force.', optional)
  readonly scheduleId?: string;

  @id('Destination of the money.', optional)
  readonly destinationId?: string;
}

@ObjectType('SettlementConfiguration', { description: 'How an account settles.' })
class ConfigurationType implements SettlementConfiguration {
  @field(() => StateEnum, 'unexecutable if any currency is; otherwise active if any is.')
  readonly state!: SettlementConfiguration['state'];

  @atMost(balancesMost)
  @field(() => [CurrencySettlement], 'Each currency that it holds or has a schedule for.')
  readonly currencies!: readonly CurrencySettlement[];
}

@Resolver(() => AccountType)
export class AccountSettlements {
  @FieldResolver(() => ConfigurationType, { description: 'How the account settles.' })
  settlementConfiguration(
    @Root() { id: accountId }: Account,
    @Ctx() { ports }: Context,
  ): Promise<SettlementConfiguration> {
    return settlementConfiguration(ports, { accountId });
  }
}
