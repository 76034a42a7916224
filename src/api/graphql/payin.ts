import {
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  InputType,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { findPayin } from '../../domain/capability.js';
import type { FundingAccount } from '../../domain/funding-account.js';
import type { Refund } from '../../domain/noun/refund.js';
import type { Payin, PayinStatus } from '../../domain/payin.js';
import { refundableOf } from '../../domain/refund.js';
import { filterId, firstArg, idArg } from './argument.js';
import { AmountFilter, connectionOf, ListArgs, listPage, pageSize, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, optional, text, time } from './field.js';
import { FundingAccountType } from './funding-account.js';
import { money, Money } from './money.js';
import { RefundType } from './refund.js';

const PayinStatusEnum = enumOf<PayinStatus>('PayinStatus', 'Where a pay-in stands.', {
  processing: 'The bank has not decided.',
  completed: 'Credited.',
  failed: 'Not credited.',
});

@ObjectType('Payin', { description: 'A payment that was seen on a funding account.' })
export class PayinType {
  @id('Its id, pin_….')
  readonly id!: string;

  @id('The account that is credited.')
  readonly accountId!: string;

  @id('The funding account that it came to.')
  readonly fundingAccountId!: string;

  @field(() => PayinStatusEnum, 'Where it stands.')
  readonly status!: PayinStatus;

  @text('Why it failed.', optional)
  readonly failureCode!: string | null;

  @time('When it was seen.')
  readonly createdAt!: Date;

  @time('When it was credited.', optional)
  readonly completedAt!: Date | null;
}

const PayinConnection = connectionOf('Payin', () => PayinType);

@InputType({
  description: 'Which pay-ins are wanted: all that match every field given. Amounts are what is credited.',
})
class PayinFilter extends AmountFilter {
  @field(() => [PayinStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: PayinStatus[] | null;

  @id('On this funding account.', optional)
  readonly fundingAccountId?: string | null;

  @text('Credited in this currency.', optional)
  readonly currency?: string | null;
}

@ArgsType()
class PayinsArgs extends ListArgs {
  @field(() => PayinFilter, 'Which are wanted.', optional)
  readonly filter?: PayinFilter | null;
}

@Resolver(() => PayinType)
export class PayinResolver {
  @Query(() => PayinType, { nullable: true, description: 'One pay-in.' })
  payin(@idArg() payinId: string, @Ctx() context: Context): Promise<Payin> {
    return found(context, 'payin', payinId);
  }

  @Query(() => PayinConnection, { description: 'Pay-ins, newest first.' })
  payins(@Args(() => PayinsArgs) args: PayinsArgs, @Ctx() context: Context): Promise<Connection<Payin>> {
    const { status, fundingAccountId, currency } = args.filter ?? {};
    return listPage(context, 'payin', {
      args,
      where: {
        status,
        fundingAccountId: filterId('fundingAccount', 'fundingAccountId', fundingAccountId),
        currency,
      },
    });
  }

  @FieldResolver(() => Money, { description: 'What is credited.' })
  amount(@Root() { amount, currency }: Payin): Money {
    return money(amount, currency);
  }

  @FieldResolver(() => Money, { description: 'What the payer sent.' })
  paid(@Root() { paidAmount, paidCurrency }: Payin): Money {
    return money(paidAmount, paidCurrency);
  }

  @FieldResolver(() => Money, { description: 'What of it was sent back.' })
  async refunded(@Root() { id: payinId, currency }: Payin, @Ctx() { load }: Context): Promise<Money> {
    return money((await load.taken(payinId)).refunded, currency);
  }

  @FieldResolver(() => Money, {
    description: 'What of it may still be sent back; refunds on their way are counted off.',
  })
  async refundable(@Root() payin: Payin, @Ctx() { load, ports }: Context): Promise<Money> {
    const [account, taken] = await Promise.all([
      load.row('fundingAccount', payin.fundingAccountId),
      load.taken(payin.id),
    ]);
    const capability = account && findPayin(ports.catalogue, account.method, account.currency);
    return money(refundableOf(payin, capability?.features ?? [], taken), payin.currency);
  }

  @FieldResolver(() => [RefundType], {
    description: 'What of it was sent back, or is to be, newest first.',
  })
  refunds(
    @Root() { accountId, id: payinId }: Payin,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<Refund[]> {
    return load.children(['refund', 'payinId'], { accountId, id: payinId }, pageSize(first));
  }

  @FieldResolver(() => FundingAccountType, { description: 'The funding account that it came to.' })
  fundingAccount(
    @Root() { fundingAccountId }: Payin,
    @Ctx() { load }: Context,
  ): Promise<FundingAccount | null> {
    return load.row('fundingAccount', fundingAccountId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: "The bank's own reference of the payment; null for members.",
  })
  bankReference(@Root() { bankReference }: Payin, @Ctx() { caller }: Context): string | null {
    return caller.kind === 'operator' ? bankReference : null;
  }
}

@Resolver(() => FundingAccountType)
export class FundingAccountPayins {
  @FieldResolver(() => [PayinType], { description: 'What was paid into it, newest first.' })
  payins(
    @Root() { accountId, id: fundingAccountId }: FundingAccount,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<Payin[]> {
    return load.children(['payin', 'fundingAccountId'], { accountId, id: fundingAccountId }, pageSize(first));
  }
}

@Resolver(() => RefundType)
export class RefundPayin {
  @FieldResolver(() => PayinType, { description: 'The pay-in of which it is.' })
  payin(@Root() { payinId }: Refund, @Ctx() { load }: Context): Promise<Payin | null> {
    return load.row('payin', payinId);
  }
}
