import type { z } from 'zod';
import type { OwnNoun } from '../../domain/noun/all.js';
import { capital, joined, type Declaration, type Example, type RowOf } from '../../domain/noun/declare.js';
import { shownAt, type MadeFields } from '../../domain/noun/show.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { Vault } from '../../ports/vault.js';
import { named } from '../field.js';
import { unsealing } from '../unsealing.js';
import { amountsOf, filterParameters, whereOf } from './filter.js';
import { listBody, listOf, listParameters, readPage } from './page.js';
import { ok, route, type Context } from './route.js';
import { exampleAt, schemaOf } from './shape.js';

/** What a noun's file adds to its declaration. */
interface Parts<D extends Declaration> {
  /** Group in the reference; by default the noun's plural. */
  readonly tag?: string;
  readonly made: MadeFields<D>;
  /** Schemas of computed fields, and of fields whose kind is not precise enough. */
  readonly schemas?: { readonly [K in keyof D['fields']]?: z.ZodType };
  /** Description of the list operation. */
  readonly description?: string;
  /** Fields that only retrieve shows besides the row, with an example. */
  readonly besides?: {
    readonly example: Readonly<Record<string, Example>>;
    readonly read: (ports: Ports, row: RowOf<D>) => Promise<object>;
  };
  /** Refuses filters that are well-formed but not allowed. */
  readonly checkFilter?: (context: Context, query: Readonly<Record<string, unknown>>) => void;
}

/** The REST resource of a noun: schema, examples, bodies, and the list and retrieve operations. */
export function resourceOf<D extends Declaration<OwnNoun>>(declaration: D, parts: Parts<D>) {
  const { noun, called } = declaration;
  const [one, many] = called;
  const example = exampleAt(declaration, 'detail');
  const listed = exampleAt(declaration, 'list');
  const schema = named(declaration.name, schemaOf(declaration, parts.schemas ?? {}), example);
  const show = {
    list: shownAt(declaration, 'list', parts.made),
    detail: shownAt(declaration, 'detail', parts.made),
  };
  const unsealOf = (row: RowOf<D>, vault: Vault) => unsealing(vault, noun, row.id);
  const inList = (row: RowOf<D>, vault: Vault) => show.list(row, unsealOf(row, vault));
  const inDetail = (row: RowOf<D>, vault: Vault) => show.detail(row, unsealOf(row, vault));
  const path = `/v1/${many.replaceAll('-', '').replaceAll(' ', '-')}`;
  const tag = parts.tag ?? capital(many);
  const read = { method: 'GET', tag, scope: 'read', idempotency: 'none' } as const;
  const list = route({
    ...read,
    path,
    operationId: `list${joined(many)}`,
    summary: `List ${many}, newest first`,
    ...(parts.description !== undefined && { description: parts.description }),
    query: { ...listParameters, ...filterParameters(declaration) },
    readsReplica: 'position',
    answers: { 200: listOf(schema, listed) },
    errors: [],
    handle: async (context, { caller, query }) => {
      parts.checkFilter?.(context, query);
      const { where: sums, ...bounds } = amountsOf(declaration, query);
      const where = { ...whereOf(declaration, query), ...sums };
      const ask = { accountId: caller.account.id, where, query: { ...query, ...bounds } };
      const page = await readPage(context.ports, noun, ask);
      return ok(listBody(page, (row) => inList(row as unknown as RowOf<D>, context.ports.vault)));
    },
  });
  const retrieve = route({
    ...read,
    path: `${path}/{id}`,
    idKind: noun,
    operationId: `get${declaration.name}`,
    summary: `Retrieve ${/^[aeio]/.test(one) ? 'an' : 'a'} ${one}`,
    hasOwnTurn: true,
    answers: { 200: schema },
    ...(parts.besides && { examples: { 200: { ...example, ...parts.besides.example } } }),
    errors: ['not_found'],
    handle: async ({ ports }, { caller, id }) => {
      const row = await ports.reader.get(noun, [caller.account.id], id);
      const found = (row ?? refuse('not_found', `This ${one} does not exist.`)) as unknown as RowOf<D>;
      return ok({ ...inDetail(found, ports.vault), ...(await parts.besides?.read(ports, found)) });
    },
  });
  return { schema, example, listed, inList, inDetail, list, retrieve };
}
