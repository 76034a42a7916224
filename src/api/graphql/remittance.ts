import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { FundingAccount } from '../../domain/funding-account.js';
import type { Payin } from '../../domain/payin.js';
import type { Payout } from '../../domain/payout.js';
import type { Remittance } from '../../domain/remittance.js';
import { firstArg } from './argument.js';
import { pageSize } from './connection.js';
import type { Context } from './context.js';
import { FundingAccountType } from './funding-account.js';
import { PayinType } from './payin.js';
import { PayoutType } from './payout-type.js';
import { typeOf } from './type.js';

const RemittanceType = typeOf('remittance');

@Resolver(() => RemittanceType)
export class RemittanceRelations {
  @FieldResolver(() => PayinType, { nullable: true, description: 'The pay-in that is bound to it.' })
  payin(@Root() { payinId }: Remittance, @Ctx() { load }: Context): Promise<Payin | null> | null {
    return payinId === null ? null : load.row('payin', payinId);
  }

  @FieldResolver(() => PayoutType, { nullable: true, description: 'Its one payout.' })
  payout(@Root() { payoutId }: Remittance, @Ctx() { load }: Context): Promise<Payout | null> | null {
    return payoutId === null ? null : load.row('payout', payoutId);
  }
}

@Resolver(() => PayoutType)
export class PayoutRemittance {
  @FieldResolver(() => RemittanceType, {
    nullable: true,
    description: 'The remittance whose one payout it is.',
  })
  remittance(@Root() { remittanceId }: Payout, @Ctx() { load }: Context): Promise<Remittance | null> | null {
    return remittanceId === null ? null : load.row('remittance', remittanceId);
  }
}

@Resolver(() => PayinType)
export class PayinRemittance {
  @FieldResolver(() => RemittanceType, { nullable: true, description: 'The remittance that it funds.' })
  async remittance(@Root() { accountId, id }: Payin, @Ctx() { load }: Context): Promise<Remittance | null> {
    const [bound] = await load.children(['remittance', 'payinId'], { accountId, id }, 1);
    return bound ?? null;
  }
}

@Resolver(() => FundingAccountType)
export class FundingAccountRemittances {
  @FieldResolver(() => [RemittanceType], {
    description: 'The remittances that its deposits were to fund, newest first.',
  })
  remittances(
    @Root() { accountId, id }: FundingAccount,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<Remittance[]> {
    return load.children(['remittance', 'fundingAccountId'], { accountId, id }, pageSize(first));
  }
}
