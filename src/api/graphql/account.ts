import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Account } from '../../domain/account.js';
import { areUsual, type AccountTerms } from '../../domain/terms.js';
import { balancesMost, BalanceType, balanceView } from './balance.js';
import type { Context } from './context.js';
import { atMost } from './field.js';
import { typeOf } from './type.js';

export const AccountType = typeOf('account');
export const ApiKeyType = typeOf('apiKey');

const AccountTermsType = typeOf('accountTerms');

@Resolver(() => AccountType)
export class AccountResolver {
  @atMost(balancesMost)
  @FieldResolver(() => [BalanceType], { description: 'Balances of the account, one per currency.' })
  async balances(@Root() { id: accountId }: Account, @Ctx() context: Context): Promise<BalanceType[]> {
    const rows = await context.load.balances(accountId);
    return rows.map((row) => balanceView(row, context));
  }

  @FieldResolver(() => AccountTermsType, {
    nullable: true,
    description: 'Terms agreed with the account; null if all are the default.',
  })
  async terms(@Root() { id: accountId }: Account, @Ctx() { load }: Context): Promise<AccountTerms | null> {
    const [terms] = await load.children(['accountTerms', 'accountId'], { accountId, id: accountId }, 1);
    return terms === undefined || areUsual(terms) ? null : terms;
  }
}
