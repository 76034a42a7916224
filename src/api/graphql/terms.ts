import { FieldResolver, Resolver, Root } from 'type-graphql';
import type { AccountTerms } from '../../domain/terms.js';
import { AccountTermsType } from './account.js';
import { Money, optionalMoney } from './money.js';

@Resolver(() => AccountTermsType)
export class AccountTermsResolver {
  @FieldResolver(() => Money, { nullable: true, description: 'What a withdrawal costs.' })
  withdrawalFee(@Root() terms: AccountTerms): Money | null {
    return optionalMoney(terms.withdrawalFeeAmount, terms.withdrawalFeeCurrency);
  }

  @FieldResolver(() => Money, {
    nullable: true,
    description: 'From what amount on a withdrawal waits for an approval.',
  })
  approvalThreshold(@Root() terms: AccountTerms): Money | null {
    return optionalMoney(terms.approvalThresholdAmount, terms.approvalThresholdCurrency);
  }
}
