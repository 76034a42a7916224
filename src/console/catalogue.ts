import printed from 'virtual:catalogue';

/** A field or argument, with its GraphQL type. */
export interface Field {
  readonly type: string;
  readonly words?: string;
  readonly usual?: unknown;
  readonly args?: Fields;
}
export type Fields = Readonly<Record<string, Field>>;

/** The wording of an argument, if it needs its own. */
export interface Wording {
  readonly yes?: readonly [string, string];
  readonly no?: readonly [string, string];
  readonly isDuration?: boolean;
}

export type Role = 'viewer' | 'support' | 'admin';

interface Catalogue {
  readonly types: Readonly<Record<string, Fields>>;
  readonly inputs: Readonly<Record<string, Fields>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly unions: Readonly<Record<string, readonly string[]>>;
  readonly queries: Fields;
  readonly mutations: Fields;
  readonly prefixes: Readonly<Record<string, string>>;
  readonly timelines: readonly string[];
  /** Fields that are the same for all rows of one account, and so not shown. */
  readonly hidden?: readonly string[];
  readonly roles: Readonly<Record<'queries' | 'mutations', Readonly<Record<string, Role>>>>;
  readonly acts: Readonly<
    Record<
      string,
      {
        readonly group: string;
        readonly takes: Readonly<Record<string, Wording>>;
        readonly seen: boolean;
      }
    >
  >;
}

/** The schema printed when the console was built. */
export let catalogue = printed as Catalogue;

type Texts = Readonly<Record<string, string>>;

/** Descriptions by path, such as `PayoutInput.amount`, or by name for all types. The dashboard loads them by language. */
export function describe(texts: Texts): void {
  const { inputs, types, enums, mutations } = printed as Catalogue;
  catalogue = {
    ...catalogue,
    inputs: mapped(inputs, (type, fields) => described(type, fields, texts)),
    types: mapped(types, (type, fields) => described(type, fields, texts)),
    enums: mapped(enums, (type, values) => mapped(values, (value) => texts[`${type}.${value}`] ?? '')),
    mutations: mapped(mutations, (name, { words: _, ...field }) => ({
      ...field,
      ...(texts[name] !== undefined && { words: texts[name] }),
      ...(field.args && { args: described(name, field.args, texts) }),
    })),
  };
}

const described = (of: string, fields: Fields, texts: Texts): Fields =>
  mapped(fields, (name, { words: _, ...field }) => {
    const words = texts[`${of}.${name}`] ?? texts[name];
    return { ...field, ...(words !== undefined && { words }) };
  });

const mapped = <T, V>(all: Readonly<Record<string, T>>, of: (name: string, each: T) => V) =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, of(name, each)]));

export const bare = (type: string): string => type.replaceAll(/[[\]!]/g, '');
export const isList = (type: string): boolean => type.startsWith('[');
export const isRequired = (type: string): boolean => type.endsWith('!');

const ranks: readonly Role[] = ['viewer', 'support', 'admin'];
export const suffices = (role: Role, least: Role): boolean => ranks.indexOf(role) >= ranks.indexOf(least);
