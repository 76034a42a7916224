import { Args, ArgsType, Ctx, Mutation, Resolver } from 'type-graphql';
import type { ComplianceStatus, Customer } from '../../../domain/customer.js';
import { setCompliance } from '../../../usecases/customer.js';
import { acting, type Context } from '../context.js';
import { ComplianceStatusEnum, CustomerType } from '../customer.js';
import { field } from '../field.js';
import { Named } from './argument.js';

@ArgsType()
class ComplianceArgs extends Named {
  @field(() => ComplianceStatusEnum, 'What the checks found.')
  readonly status!: ComplianceStatus;
}

@Resolver()
export class CustomerMutations {
  @Mutation(() => CustomerType, { description: "Set the result of the platform's checks of a customer." })
  setCustomerCompliance(
    @Args(() => ComplianceArgs) { id, status, reason }: ComplianceArgs,
    @Ctx() context: Context,
  ): Promise<Customer> {
    return setCompliance(context.ports, acting(context, reason), { id, status });
  }
}
