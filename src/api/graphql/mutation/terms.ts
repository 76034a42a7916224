import { Args, ArgsType, Ctx, FieldResolver, InputType, Mutation, Resolver, Root } from 'type-graphql';
import type { Product } from '../../../domain/capability.js';
import type { AccountTerms, TermsUpdate } from '../../../domain/terms.js';
import { setAccountTerms } from '../../../usecases/terms.js';
import { AccountTermsType } from '../account.js';
import { ProductEnum } from '../capability.js';
import { acting, type Context } from '../context.js';
import { amount, field, flag, id, optional, text, whole } from '../field.js';
import { Money, optionalMoney } from '../money.js';
import { Reasoned } from './argument.js';

@InputType({ description: 'An amount of one currency.' })
class MoneyInput {
  @amount('A decimal string.')
  readonly amount!: string;

  @text('ISO 4217 code, USDT or USDC.')
  readonly currency!: string;
}

@InputType({ description: 'A product, method and currency of the catalogue.' })
class CapabilityInput {
  @field(() => ProductEnum, 'The product.')
  readonly product!: Product;

  @text('The method.')
  readonly method!: string;

  @text('The currency, which the limits are in too.')
  readonly currency!: string;
}

@InputType({ description: "An account's own limits; what is left out stays, null is the catalogue's again." })
class LimitInput extends CapabilityInput {
  @amount('The most that one operation may move.', optional)
  readonly perOperation?: string | null;

  @amount('The most that 24 hours may total.', optional)
  readonly daily?: string | null;
}

@InputType({ description: 'Whether an account may use a method.' })
class MethodInput extends CapabilityInput {
  @flag('Whether it may.')
  readonly enabled!: boolean;
}

@InputType({ description: "What is left out stays; null is the catalogue's default again." })
class AccountTermsInput {
  @whole('Of the principal, in hundredths of a percent, 0 to 10000.', optional)
  readonly platformFeeBps?: number | null;

  @whole("The account's own markup, in hundredths of a percent, 0 to 10000.", optional)
  readonly tenantMarkupBps?: number | null;

  @field(() => MoneyInput, 'What a withdrawal costs.', optional)
  readonly withdrawalFee?: MoneyInput | null;

  @field(() => MoneyInput, 'From what amount on a withdrawal waits for an approval.', optional)
  readonly approvalThreshold?: MoneyInput | null;

  @field(() => [LimitInput], 'Limits to set; one that is lowered touches nothing accepted.', optional)
  readonly limits?: LimitInput[] | null;

  @field(() => [MethodInput], 'Methods to enable or to take away.', optional)
  readonly methods?: MethodInput[] | null;
}

@ArgsType()
class TermsArgs extends Reasoned {
  @id('The account.')
  readonly accountId!: string;

  @field(() => AccountTermsInput, 'What to change.')
  readonly input!: AccountTermsInput;
}

@Resolver(() => AccountTermsType)
export class TermsMutations {
  @Mutation(() => AccountTermsType, {
    description: 'Set fees, limits and methods of one account, for what is accepted from now on.',
  })
  setAccountTerms(@Args(() => TermsArgs) args: TermsArgs, @Ctx() context: Context): Promise<AccountTerms> {
    const { accountId, reason, input } = args;
    const { platformFeeBps, tenantMarkupBps, withdrawalFee, approvalThreshold, limits, methods } = input;
    const update: TermsUpdate = {
      platformFeeBps,
      tenantMarkupBps,
      withdrawalFee,
      approvalThreshold,
      limits: limits ?? undefined,
      methods: methods ?? undefined,
    };
    return setAccountTerms(context.ports, acting(context, reason), { accountId, update });
  }

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
