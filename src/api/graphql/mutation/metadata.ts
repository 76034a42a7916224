import { Args, ArgsType, Ctx, Resolver, type ClassType } from 'type-graphql';
import { isId } from '../../../domain/id.js';
import { declarations, declared } from '../../../domain/noun/all.js';
import type { Declaration } from '../../../domain/noun/declare.js';
import type { LabelledNoun } from '../../../ports/store.js';
import { updateMetadata } from '../../../usecases/label.js';
import { absent } from '../../../usecases/own.js';
import { metadataKeysMax } from '../../field.js';
import { parts } from '../../shape.js';
import type { Context } from '../context.js';
import { field, id } from '../field.js';
import { metadataOf, metadataPair, type MetadataPair } from '../metadata.js';
import { classNamed, inputOf, valuesOf } from '../type.js';
import { ReasonArgument } from './argument.js';
import { actingFor } from './keyed.js';
import { mutation } from './mutation.js';

const pairsType = valuesOf(parts(metadataPair, 'Pairs.'), inputOf);

@ArgsType()
class MetadataArgs extends ReasonArgument {
  @id('The account that it belongs to.')
  readonly accountId!: string;

  @id('Its id.')
  readonly id!: string;

  @field(pairsType, 'The new metadata. An empty list removes all of it.')
  readonly metadata!: readonly MetadataPair[];
}

export const labelledNouns = declared
  .filter(({ fields }) => Object.hasOwn(fields, 'clientReference'))
  .map(({ noun }) => noun as LabelledNoun);

/** The mutation that corresponds to a noun's PATCH. */
export function metadataMutation(noun: LabelledNoun): ClassType<object> {
  const { name, called }: Declaration = declarations[noun];
  const resolver = classNamed(`${name}MetadataMutation`);
  const prototype = resolver.prototype as object;
  const of = `update${name}Metadata`;
  const value = async ({ accountId, id: own, metadata: pairs, reason }: MetadataArgs, context: Context) => {
    if (!isId(noun, own)) return absent(noun, 'id');
    const by = await actingFor(context, accountId, reason);
    const metadata = metadataOf(pairs, 'metadata', metadataKeysMax) ?? {};
    return updateMetadata(context.ports, noun, { accountId, id: own, metadata, by });
  };
  const descriptor = { configurable: true, writable: true, value };
  Object.defineProperty(prototype, of, descriptor);
  const description = `Replace the metadata of a ${called[0]}, as PATCH of it on /v1 does.`;
  mutation(noun, description, false)(prototype, of, descriptor);
  Args(() => MetadataArgs)(prototype, of, 0);
  Ctx()(prototype, of, 1);
  Resolver()(resolver);
  return resolver;
}
