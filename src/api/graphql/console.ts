import { isObjectType } from 'graphql';
import { prefixes } from '../../domain/noun/prefix.js';
import type { Argument } from '../act/argument.js';
import { groups } from '../act/table.js';
import { hasTimeline } from '../timeline.js';
import { mutationRoles, platformQueries } from './role.js';
import { graphqlSchema } from './schema.js';
import { typeNameOf } from './type-name.js';

/** What the console needs besides the schema: details of the acts, and the types of ids and timelines. */
export function printedConsole(): string {
  const acts = groups.flatMap((group) =>
    group.acts
      .filter(({ answers }) => answers !== undefined)
      .map(({ name, takes, changes }) => [
        name,
        {
          group: group.name,
          takes: Object.fromEntries(takes.flatMap(renderingOf)),
          seen: changes !== undefined,
        },
      ]),
  );
  const printed = {
    prefixes: typesOfIds(() => true),
    timelines: Object.values(typesOfIds(hasTimeline)),
    roles: { queries: platformQueries, mutations: mutationRoles },
    acts: Object.fromEntries(acts) as object,
  };
  return `${JSON.stringify(printed, null, 2)}\n`;
}

function renderingOf({ name, yes, no, isDuration }: Argument): [string, object][] {
  const words = { ...(yes && { yes }), ...(no && { no }), ...(isDuration && { isDuration }) };
  return Object.keys(words).length > 0 ? [[name, words]] : [];
}

function typesOfIds(isIncluded: (noun: string) => boolean): Readonly<Record<string, string>> {
  const schema = graphqlSchema();
  const found = Object.entries(prefixes).flatMap(([noun, prefix]) => {
    const type = schema.getType(typeNameOf(noun));
    return isObjectType(type) && isIncluded(noun) ? [[prefix, type.name] as const] : [];
  });
  return Object.fromEntries(found);
}
