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
import { payeeName, type Beneficiary } from '../../domain/beneficiary.js';
import type { Customer } from '../../domain/customer.js';
import { filterId, firstArg, idArg } from './argument.js';
import { connectionOf, ListArgs, ListFilter, listPage, pageSize, type Connection } from './connection.js';
import { found, type Context } from './context.js';
import { CustomerType } from './customer.js';
import { enumOf } from './enum.js';
import { field, id, json, optional, text, time } from './field.js';

const BeneficiaryStatusEnum = enumOf<Beneficiary['status']>('BeneficiaryStatus', 'Whether it can be paid.', {
  active: 'It can.',
  archived: 'Nothing is paid to it any more.',
});

const VerificationStatusEnum = enumOf<Beneficiary['verificationStatus']>(
  'VerificationStatus',
  "The result of the platform's verification.",
  { unverified: 'Not verified yet.', verified: 'Verified, which is final.', failed: 'Failed.' },
);

@ObjectType('Beneficiary', { description: 'An account elsewhere that is paid.' })
export class BeneficiaryType {
  @id('Its id, ben_….')
  readonly id!: string;

  @id('The account that pays it.')
  readonly accountId!: string;

  @id('The customer on whose behalf it is paid.', optional)
  readonly customerId!: string | null;

  @text('The method.')
  readonly method!: string;

  @text('What it receives.')
  readonly currency!: string;

  @text('The country, where the method has one.', optional)
  readonly country!: string | null;

  @text("The account's own name for it.", optional)
  readonly label!: string | null;

  @text('The last digits of the account.')
  readonly accountHint!: string;

  @json("The account's own pairs.")
  readonly metadata!: unknown;

  @field(() => BeneficiaryStatusEnum, 'Whether it can be paid.')
  readonly status!: Beneficiary['status'];

  @field(() => VerificationStatusEnum, "The result of the platform's verification.")
  readonly verificationStatus!: Beneficiary['verificationStatus'];

  @time('When it was verified.', optional)
  readonly verifiedAt!: Date | null;

  @time('When it was registered.')
  readonly createdAt!: Date;

  @time('When it last changed.')
  readonly updatedAt!: Date;
}

const BeneficiaryConnection = connectionOf('Beneficiary', () => BeneficiaryType);

@InputType({ description: 'Which beneficiaries are wanted: all that match every field given.' })
class BeneficiaryFilter extends ListFilter {
  @field(() => [BeneficiaryStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: Beneficiary['status'][] | null;

  @field(
    () => [VerificationStatusEnum],
    'With one of these results of the verification; none stands for all.',
    optional,
  )
  readonly verificationStatus?: Beneficiary['verificationStatus'][] | null;

  @id('Of this customer.', optional)
  readonly customerId?: string | null;

  @text('Of this method.', optional)
  readonly method?: string | null;

  @text('Of this currency.', optional)
  readonly currency?: string | null;
}

@ArgsType()
class BeneficiariesArgs extends ListArgs {
  @field(() => BeneficiaryFilter, 'Which are wanted.', optional)
  readonly filter?: BeneficiaryFilter | null;
}

@Resolver(() => BeneficiaryType)
export class BeneficiaryResolver {
  @Query(() => BeneficiaryType, { nullable: true, description: 'One beneficiary.' })
  beneficiary(@idArg() beneficiaryId: string, @Ctx() context: Context): Promise<Beneficiary> {
    return found(context, 'beneficiary', beneficiaryId);
  }

  @Query(() => BeneficiaryConnection, { description: 'Beneficiaries, newest first.' })
  beneficiaries(
    @Args(() => BeneficiariesArgs) args: BeneficiariesArgs,
    @Ctx() context: Context,
  ): Promise<Connection<Beneficiary>> {
    const { status, verificationStatus, customerId, method, currency } = args.filter ?? {};
    return listPage(context, 'beneficiary', {
      args,
      where: {
        status,
        verificationStatus,
        customerId: filterId('customer', 'customerId', customerId),
        method,
        currency,
      },
    });
  }

  @FieldResolver(() => String, { nullable: true, description: 'Who holds it, as the account gave it.' })
  holder(@Root() { holder }: Beneficiary, @Ctx() { ports }: Context): string | null {
    return holder === null ? null : ports.vault.decrypt(holder);
  }

  @FieldResolver(() => String, { nullable: true, description: 'The name to show.' })
  displayName(@Root() beneficiary: Beneficiary, @Ctx() { ports }: Context): string | null {
    return payeeName(beneficiary, (sealed) => ports.vault.decrypt(sealed));
  }

  @FieldResolver(() => CustomerType, {
    nullable: true,
    description: 'The customer on whose behalf it is paid.',
  })
  customer(@Root() { customerId }: Beneficiary, @Ctx() { load }: Context): Promise<Customer | null> | null {
    return customerId === null ? null : load.row('customer', customerId);
  }
}

@Resolver(() => CustomerType)
export class CustomerBeneficiaries {
  @FieldResolver(() => [BeneficiaryType], { description: 'Whom it pays, newest first.' })
  beneficiaries(
    @Root() { accountId, id: customerId }: Customer,
    @firstArg() first: number,
    @Ctx() { load }: Context,
  ): Promise<Beneficiary[]> {
    return load.children(['beneficiary', 'customerId'], { accountId, id: customerId }, pageSize(first));
  }
}
