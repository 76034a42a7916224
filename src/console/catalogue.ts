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
export const catalogue = printed as Catalogue;

export const bare = (type: string): string => type.replaceAll(/[[\]!]/g, '');
export const isList = (type: string): boolean => type.startsWith('[');
export const isRequired = (type: string): boolean => type.endsWith('!');

/** An identifier as readable text. */
export function spaced(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const whole = words.charAt(0).toUpperCase() + words.slice(1);
  return whole
    .replace(/\bapi\b/i, 'API')
    .replace(/^payin/i, 'Pay-in')
    .replace(/(?<!external) id$/i, '');
}

const ranks: readonly Role[] = ['viewer', 'support', 'admin'];
export const suffices = (role: Role, least: Role): boolean => ranks.indexOf(role) >= ranks.indexOf(least);
