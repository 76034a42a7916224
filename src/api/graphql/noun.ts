import { Arg, Args, ArgsType, Ctx, ID, InputType, Query, Resolver, type ClassType } from 'type-graphql';
import { idKindOf } from '../../domain/id.js';
import { declarations, declared, type ListedNoun, type Noun, type Nouns } from '../../domain/noun/all.js';
import {
  capital,
  joined,
  outputNameOf,
  text,
  type Declaration,
  type Field,
  type Fields,
} from '../../domain/noun/declare.js';
import { part, parts } from '../shape.js';
import { filterId, firstArg } from './argument.js';
import {
  AmountFilter,
  connectionOf,
  ListArgs,
  ListFilter,
  listPage,
  PageArgs,
  pageSize,
} from './connection.js';
import type { OwnedRow } from '../../ports/sight.js';
import { rowOf, type Context } from './context.js';
import { field, optional } from './field.js';
import { metadataOf, metadataPair, type MetadataPair } from './metadata.js';
import { ofAccount, withEvents } from './relation.js';
import {
  type Answered,
  answering,
  classNamed,
  returns,
  ownAnswers,
  typeOf,
  valuesOf,
  inputOf,
} from './type.js';

type Class = ClassType<object>;
type NounListArgs = ListArgs & { readonly filter?: Readonly<Record<string, unknown>> | null };

/** The queries of the nouns, and the resolvers of their fields. */
export function nounResolvers(): Class[] {
  const links = declared.flatMap(({ noun, fields }) =>
    Object.entries(fields).flatMap(([name, each]) => linksOf(noun, name, each)),
  );
  const answers = declared.map(({ noun }) => {
    const own = links.flatMap(([of, ...answer]) => (of === noun ? [answer] : []));
    return answering(noun, { ...ownAnswers(noun), ...Object.fromEntries(own) });
  });
  const events = declared.filter(hasEvents).map(({ noun }) => answering(noun, withEvents));
  return [...declared.filter(isListed).map(queriesOf), ...answers, ...events];
}

type LinkAnswer = readonly [of: Noun, name: string, Answered<Row>];
type Row = Readonly<Record<string, unknown>>;

/** The fields that a link to another row adds on both sides. */
function linksOf(noun: Noun, name: string, { link, says, optional: isOptional }: Field): LinkAnswer[] {
  if (link === undefined || !Object.hasOwn(declarations, link.noun)) return [];
  const { as, children } = link;
  const target = link.noun as Noun;
  const found: LinkAnswer[] = [];
  if (as !== undefined) {
    const answer = (row: Row, { load }: Context) =>
      row[name] === null ? null : load.row(target, row[name] as string);
    const [answered, words] = typeof as === 'string' ? [as, target === 'account' ? ofAccount : says] : as;
    const is = part(target, words, isOptional && { optional: true });
    found.push([noun, answered, { is, answer }]);
  }
  if (children !== undefined) {
    const [list, words] = children;
    // An account belongs to itself.
    const answer = ({ id, accountId = id }: Row, { load }: Context, first: number) =>
      load.children([noun, name], { accountId, id } as OwnedRow, pageSize(first));
    found.push([target, list, { is: parts(noun, words), takes: [firstArg()], answer }]);
  }
  return found;
}

/** The query for one row by id, and the query for a page of rows. */
function queriesOf(declaration: Declaration<ListedNoun>): Class {
  const { noun, name, called } = declaration;
  const [one, many] = called;
  const resolver = classNamed(`${name}Queries`);
  const prototype = resolver.prototype as object;
  const query = (of: string, decorate: MethodDecorator, value: (...args: never[]) => unknown) => {
    const descriptor = { configurable: true, writable: true, value };
    Object.defineProperty(prototype, of, descriptor);
    decorate(prototype, of, descriptor);
    return of;
  };
  const single = query(
    lower(name),
    Query(returns(noun), { nullable: true, description: `One ${one}.` }),
    (id: string, context: Context) => rowOf(context, noun, id),
  );
  Arg('id', () => ID, { description: 'Its id.' })(prototype, single, 0);
  Ctx()(prototype, single, 1);
  const connection = connectionOf(name, noun);
  const args = argsOf(declaration);
  const [listName, description] = declaration.query ?? [
    lower(joined(many)),
    `${capital(many)}, newest first.`,
  ];
  const list = query(
    listName,
    Query(returns(connection), { description }),
    (args: NounListArgs, context: Context) => listOf(declaration, args, context),
  );
  Args(() => args)(prototype, list, 0);
  Ctx()(prototype, list, 1);
  Resolver(() => typeOf(noun))(resolver);
  return resolver;
}

/** The arguments of a list: those of every list, and the noun's filter. */
function argsOf(declaration: Declaration): Class {
  const { name, noun } = declaration;
  const args = classNamed(`${name}ListArgs`, noun === 'account' ? PageArgs : ListArgs);
  const filter = filterOf(declaration);
  field(() => filter, 'Filter.', optional)(args.prototype as object, 'filter');
  ArgsType()(args);
  return args;
}

function filterOf({ name, called, filters, amounts, fields }: Declaration): Class {
  if (filters === undefined && amounts === undefined) return ListFilter;
  const filter = classNamed(`${name}Filter`, amounts === undefined ? ListFilter : AmountFilter);
  for (const [of, { says, many }] of Object.entries(filters ?? {})) {
    const each = wanted(fields, of);
    if (each === undefined) throw new Error(`${name} has no field ${of}`);
    const type = each.kind === 'json' ? valuesOf(parts(metadataPair, of), inputOf) : valuesOf(each);
    const asName = outputNameOf(of, each);
    const several = many === true ? says.replace(/\.$/, ', or one of several. Default: all.') : many;
    const words = several ?? says;
    field(many ? () => [type()] : type, words, optional)(filter.prototype as object, asName);
  }
  const about = `${capital(called[1])} that match every given field.`;
  InputType({ description: [about, amounts?.[1] ?? ''].join(' ').trim() })(filter);
  return filter;
}

/** The field with this name. A money field has its currency under a name of its own. */
function wanted(fields: Fields, name: string): Field | undefined {
  const money = fields[name.replace(/Currency$/, '')];
  return fields[name] ?? (money?.kind === 'money' ? text(money.says) : undefined);
}

/** One page of the noun's list, filtered. */
function listOf(
  { noun, filters = {}, fields }: Declaration<ListedNoun>,
  args: NounListArgs,
  context: Context,
) {
  const where = Object.entries(filters).map(([name]) => {
    const own = fields[name];
    const value = args.filter?.[own === undefined ? name : outputNameOf(name, own)];
    const kind = own?.link?.noun;
    if (own?.kind === 'json') return [name, metadataOf(value as MetadataPair[] | null, 'filter.metadata')];
    return [name, kind === undefined ? value : filterId(idKindOf(kind), name, value as string | null)];
  });
  return listPage(context, noun, { args, where: Object.fromEntries(where) as object });
}

type OwnedNoun = { [N in Noun]: Nouns[N] extends OwnedRow ? N : never }[Noun];

const hasEvents = (declaration: Declaration<Noun>): declaration is Declaration<OwnedNoun> =>
  declaration.events !== undefined;

const isListed = (declaration: Declaration<Noun>): declaration is Declaration<ListedNoun> =>
  declaration.listedBy !== undefined;

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
