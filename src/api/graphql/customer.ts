import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  FieldResolver,
  ID,
  InputType,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { ComplianceStatus, Customer, CustomerStatus } from '../../domain/customer.js';
import type { Connection } from './connection.js';
import { connectionOf, ListArgs, ListFilter, listPage } from './connection.js';
import { found, type Context } from './context.js';
import { enumOf } from './enum.js';
import { field, id, json, optional, text, time } from './field.js';
import { AnyJson } from './scalar.js';
import { seesProfiles } from './role.js';

const CustomerStatusEnum = enumOf<CustomerStatus>(
  'CustomerStatus',
  'Whether business is done with a customer.',
  {
    active: 'Business is done.',
    blocked: 'Stopped by the platform, which alone can lift it.',
    closed: 'Ended by the account, for good.',
  },
);

const CustomerTypeEnum = enumOf<Customer['type']>('CustomerType', 'What a customer is.', {
  individual: 'A person.',
  business: 'A company.',
});

const ComplianceStatusEnum = enumOf<ComplianceStatus>(
  'ComplianceStatus',
  "The result of the platform's checks.",
  {
    unverified: 'Not checked yet.',
    pending: 'Being checked.',
    verified: 'Passed.',
    rejected: 'Failed: nothing is paid for this customer.',
    review: 'Someone has to look at it.',
  },
);

@ObjectType('Customer', { description: 'Who sends what an account pays out.' })
export class CustomerType {
  @id('Its id, cus_….')
  readonly id!: string;

  @id('The account that it belongs to.')
  readonly accountId!: string;

  @text("The account's own id of it.")
  readonly externalId!: string;

  @field(() => CustomerTypeEnum, 'A person or a company.')
  readonly type!: Customer['type'];

  @field(() => CustomerStatusEnum, 'Whether business is done with it.')
  readonly status!: CustomerStatus;

  @text('ISO 3166-1 alpha-2 code.')
  readonly country!: string;

  @field(() => ComplianceStatusEnum, "The result of the platform's checks.")
  readonly complianceStatus!: ComplianceStatus;

  @json("The account's own pairs.")
  readonly metadata!: unknown;

  @time('When it was registered.')
  readonly createdAt!: Date;

  @time('When it last changed.')
  readonly updatedAt!: Date;
}

const CustomerConnection = connectionOf('Customer', () => CustomerType);

@InputType({ description: 'Which customers are wanted: all that match every field given.' })
class CustomerFilter extends ListFilter {
  @field(() => [CustomerStatusEnum], 'With one of these statuses; none stands for all.', optional)
  readonly status?: CustomerStatus[] | null;

  @field(() => CustomerTypeEnum, 'Of this type.', optional)
  readonly type?: Customer['type'] | null;

  @text('Of this country.', optional)
  readonly country?: string | null;

  @text("With this id of the account's own.", optional)
  readonly externalId?: string | null;

  @field(
    () => [ComplianceStatusEnum],
    'With one of these results of the checks; none stands for all.',
    optional,
  )
  readonly complianceStatus?: ComplianceStatus[] | null;
}

@ArgsType()
class CustomersArgs extends ListArgs {
  @field(() => CustomerFilter, 'Which are wanted.', optional)
  readonly filter?: CustomerFilter | null;
}

@Resolver(() => CustomerType)
export class CustomerResolver {
  @Query(() => CustomerType, { nullable: true, description: 'One customer.' })
  customer(
    @Arg('id', () => ID, { description: 'Its id.' }) customerId: string,
    @Ctx() context: Context,
  ): Promise<Customer> {
    return found(context, 'customer', customerId);
  }

  @Query(() => CustomerConnection, { description: 'Customers, newest first.' })
  customers(
    @Args(() => CustomersArgs) args: CustomersArgs,
    @Ctx() context: Context,
  ): Promise<Connection<Customer>> {
    const { status, type, country, externalId, complianceStatus } = args.filter ?? {};
    return listPage(context, 'customer', {
      args,
      where: { status, type, country, externalId, complianceStatus },
    });
  }

  @FieldResolver(() => String, { description: 'The name to show.' })
  displayName(@Root() customer: Customer, @Ctx() { ports }: Context): string {
    return ports.vault.decrypt(customer.displayName);
  }

  @FieldResolver(() => AnyJson, {
    nullable: true,
    description: 'What is known of it, as the account gave it; null for operators of the role viewer.',
  })
  profile(@Root() customer: Customer, @Ctx() { ports, caller }: Context): unknown {
    if (customer.profile === null || !seesProfiles(caller)) return null;
    return JSON.parse(ports.vault.decrypt(customer.profile)) as unknown;
  }
}
