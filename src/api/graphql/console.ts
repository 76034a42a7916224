import { isObjectType } from 'graphql';
import { prefixes } from '../../domain/noun/prefix.js';
import type { Argument } from '../act/argument.js';
import { groups } from '../act/table.js';
import { hasTimeline } from '../timeline.js';
import { mutationRoles, platformQueries } from './role.js';
import { graphqlSchema } from './schema.js';
import { typeNameOf } from './type-name.js';

/** The rest of what the console is made of: the acts as the schema cannot tell them, the types of ids and of timelines. */
export function printedConsole(): string {
  const acts = groups.flatMap((group) =>
    group.acts
      .filter(({ answers }) => answers !== undefined)
      .map(({ name, takes, changes }) => [
        name,
        { group: group.name, takes: Object.fromEntries(takes.flatMap(shown)), seen: changes !== undefined },
      ]),
  );
  const told = {
    prefixes: typesOfIds(() => true),
    timelines: Object.values(typesOfIds(hasTimeline)),
    roles: { queries: platformQueries, mutations: mutationRoles },
    acts: Object.fromEntries(acts) as object,
  };
  return `${JSON.stringify(told, null, 2)}\n`;
}

function shown({ name, yes, no, isDuration }: Argument): [string, object][] {
  const words = { ...(yes && { yes }), ...(no && { no }), ...(isDuration && { isDuration }) };
  return Object.keys(words).length > 0 ? [[name, words]] : [];
}

function typesOfIds(isAsked: (noun: string) => boolean): Readonly<Record<string, string>> {
  const schema = graphqlSchema();
  const found = Object.entries(prefixes).flatMap(([noun, prefix]) => {
    const type = schema.getType(typeNameOf(noun));
    return isObjectType(type) && isAsked(noun) ? [[prefix, type.name] as const] : [];
  });
  return Object.fromEntries(found);
}
