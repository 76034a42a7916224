import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Customer } from '../../domain/noun/customer.js';
import { unsealedJson, unsealing } from '../unsealing.js';
import type { Context } from './context.js';
import { AnyJson } from './scalar.js';
import { seesProfiles } from './role.js';
import { typeOf } from './type.js';

export const CustomerType = typeOf('customer');

@Resolver(() => CustomerType)
export class CustomerResolver {
  @FieldResolver(() => AnyJson, {
    nullable: true,
    description: 'Personal data, as given by the account; null for operators with the role viewer.',
  })
  profile(@Root() customer: Customer, @Ctx() { ports, caller }: Context): unknown {
    if (!seesProfiles(caller)) return null;
    return unsealedJson(unsealing(ports.vault, 'customer', customer.id), customer.profile, 'profile');
  }
}
