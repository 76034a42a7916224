import { Mutation, UseMiddleware } from 'type-graphql';
import type { Part } from '../../shape.js';
import type { Context } from '../context.js';
import { returns } from '../type.js';
import { standAlone } from './apart.js';

/** A mutation that does for an account what REST does; null if it failed. */
export function mutation(of: Part['of'], description: string, isKeyed = true): MethodDecorator {
  return (prototype, name, descriptor) => {
    UseMiddleware(({ context }, next) => standAlone(context as Context, { isKeyed }, next))(
      prototype,
      name,
      descriptor,
    );
    Mutation(returns(of), { nullable: true, description })(prototype, name, descriptor);
  };
}
