import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  isInputType,
  isOutputType,
  type GraphQLFieldConfig,
  type GraphQLInputFieldConfig,
  type GraphQLInputType,
} from 'graphql';
import { checkOperatorProof } from '../../../domain/step-up.js';
import type { Act } from '../../act/act.js';
import type { Argument, Kind } from '../../act/argument.js';
import { acts } from '../../act/table.js';
import { acting, type Context } from '../context.js';
import { DateTime } from '../scalar.js';
import { standAlone } from './apart.js';

type Fields = Record<string, GraphQLInputFieldConfig>;
type Seen = Readonly<Record<string, unknown>> | null;

interface ActArgs extends Readonly<Record<string, unknown>> {
  readonly reason: string;
  readonly seen?: Seen;
}

/** The acts that are also mutations. */
export const mutationActs = acts.filter(({ answers }) => answers !== undefined);

/** Adds a mutation to the schema for each act with a result type. */
export function withActs(schema: GraphQLSchema): GraphQLSchema {
  const before = schema.getMutationType();
  if (!before) throw new Error('every mutation must be an act');
  const inputs = new Inputs(schema);
  const { fields, ...config } = before.toConfig();
  for (const act of mutationActs) fields[act.name] = mutationOf(act, schema, inputs);
  const description =
    'All changes. They run one after another. A field is null if it failed or was late; the others stay in effect. After the time limit, no further one is started.';
  const mutation = new GraphQLObjectType({ ...config, description, fields });
  const whole = schema.toConfig();
  return new GraphQLSchema({ ...whole, types: whole.types.filter((type) => type !== before), mutation });
}

function mutationOf(
  { answers = '', name, words, dangerous, takes, changes, limitMs, perform }: Act,
  schema: GraphQLSchema,
  inputs: Inputs,
): GraphQLFieldConfig<unknown, Context> {
  const type = schema.getType(answers);
  if (!isOutputType(type)) throw new Error(`${name} answers with ${answers}, which is not a type`);
  const reason = {
    type: new GraphQLNonNull(GraphQLString),
    description: 'Reason for the audit log, in one line.',
  };
  return {
    type,
    description: words,
    args: { ...inputs.fields(changes ? [...takes, changes] : takes), reason },
    resolve: (_root, { reason: why, seen, ...args }: ActArgs, context) =>
      standAlone(context, { isKeyed: false, limitMs }, async () => {
        if (dangerous) checkOperatorProof(context.caller, context.ports.clock.machineNow());
        const by = { ...acting(context, why), seen: seen ?? undefined };
        const over = limitMs === undefined ? [] : [AbortSignal.timeout(limitMs)];
        const stop = AbortSignal.any([context.gone, ...over]);
        const done = await perform({ ports: context.ports, by, progress: () => undefined, stop, args });
        return done.row();
      }),
  };
}

/** Renders the arguments of acts. A type that several acts use is created once. */
class Inputs {
  readonly #schema: GraphQLSchema;
  readonly #made = new Map<string, GraphQLInputType>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  fields(all: readonly Argument[]): Fields {
    return Object.fromEntries(all.map((each) => [each.name, this.#field(each)]));
  }

  #field({ kind, words, isOptional, usual }: Argument): GraphQLInputFieldConfig {
    const type = this.#type(kind);
    return {
      type: isOptional ? type : new GraphQLNonNull(type),
      description: words,
      ...(usual !== undefined && { defaultValue: usual }),
    };
  }

  #type(kind: Kind): GraphQLInputType {
    switch (kind.is) {
      case 'id':
        return GraphQLID;
      case 'text':
        return GraphQLString;
      case 'whole':
        return GraphQLInt;
      case 'flag':
        return GraphQLBoolean;
      case 'time':
        return DateTime;
      case 'list':
        return new GraphQLList(new GraphQLNonNull(this.#type(kind.element)));
      case 'choice':
      case 'form':
        return this.#named(kind);
    }
  }

  /** The type with this name; another part of the schema may have it already. */
  #named(kind: Extract<Kind, { is: 'choice' | 'form' }>): GraphQLInputType {
    const { name, words: description } = kind;
    const known = this.#made.get(name) ?? this.#schema.getType(name);
    if (isInputType(known)) return known;
    const made =
      kind.is === 'form'
        ? new GraphQLInputObjectType({ name, description, fields: this.fields(kind.fields) })
        : new GraphQLEnumType({ name, description, values: meanings(kind.values) });
    this.#made.set(name, made);
    return made;
  }
}

const meanings = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([value, description]) => [value, { description }]));
