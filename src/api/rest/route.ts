import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Scope } from '../../domain/account.js';
import type { IdKind } from '../../domain/noun/prefix.js';
import type { Language } from '../../domain/mail.js';
import type { RefusalCode } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { KeyUse } from '../../ports/store.js';
import type { Operator } from '../../usecases/audit.js';
import type { Made } from '../../usecases/made.js';
import { memberOperator } from '../../usecases/member-operator.js';
import type { Caller } from '../caller.js';
import type { Slots } from '../admission.js';
import { checkBody, type ValueFault } from '../body.js';
import { positionIn } from '../header.js';
import type { ReadJson } from '../json.js';
import { readQuery, type Parameters, type QueryOf } from './query.js';
import type { Deprecation } from './deprecation.js';
import type { Streamed } from './stream.js';

/** The means of every handler besides the request. */
export interface Context {
  readonly ports: Ports;
  readonly environment: 'sandbox' | 'live';
  /** The slots for answers that are sent as they come. */
  readonly streams: Pick<Slots, 'enter'>;
}

/** Whether a request must bring a body. */
export const needsBody = ({ body, isBodyOptional }: Pick<Operation, 'body' | 'isBodyOptional'>): boolean =>
  body !== undefined && isBodyOptional !== true;

/** A file that an operation takes as its body. */
export interface FileFormat<F> {
  readonly example: string;
  readonly bytesMax: number;
  /** Refuses a file that it cannot read, with the place of the fault. */
  readonly read: (bytes: Uint8Array) => Promise<F>;
}

/** A body as it came, before it is read. */
export interface SentFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export const isFile = (body: ReadJson | SentFile): body is SentFile => 'bytes' in body;

export type Idempotency = 'required' | 'optional' | 'none';

/** `text` is JSON that is written already and is passed through byte by byte; a `stream` takes the place of a body. */
export interface Answer {
  readonly status: number;
  readonly stream?: Streamed;
  readonly body?: unknown;
  readonly text?: string;
  readonly replayed?: boolean;
}

interface Ask<Q, B, U> {
  readonly caller: Caller;
  /** The member who asks, for the audit log; a key leaves no entry. */
  readonly by: Operator | undefined;
  /** The path's parameter; empty where it has none. */
  readonly id: string;
  readonly query: Q;
  readonly body: B;
  readonly use: U;
  /** The language that the caller's own programs ask for. */
  readonly language: () => Language;
}

type UseOf<I extends Idempotency> = I extends 'required' ? KeyUse : KeyUse | undefined;

/** The facts of an operation, for the server and for the API description alike. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under /v1, with at most one `{parameter}`. */
  readonly path: string;
  /** The kind of id in the path, or several: anything else in its place is `not_found`. */
  readonly idKind?: IdKind | readonly IdKind[];
  /** The texts of which its path takes one, where they are a closed set; the first is that of its example. */
  readonly names?: readonly string[];
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** `none`: it acts for no account. */
  readonly scope: Scope | 'none';
  /** Of those that act for no account: it is for a person who is signed in. */
  readonly needsSession?: true;
  /** For signed-in owners alone, or owners and admins (`manager`): no API key has a role. */
  readonly forRole?: 'owner' | 'manager';
  readonly idempotency: Idempotency;
  readonly query?: Parameters;
  /** Absent: it takes no body. */
  readonly body?: z.ZodType;
  /** The most that its body may weigh; 64 KiB unless stated. */
  readonly bodyBytesMax?: number;
  /** The files that it takes in place of JSON, by their media types. */
  readonly files?: Readonly<Record<string, FileFormat<unknown>>>;
  /** Nothing at all is taken as an empty body. */
  readonly isBodyOptional?: boolean;
  readonly valueFault?: ValueFault;
  /** Status → the schema of the answer, one with a name; null where the answer has no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Status → the example of the answer to the example of the body, where it is not the one of the schema. */
  readonly examples?: Readonly<Record<number, unknown>>;
  /** The media types in which it answers 200 as a stream besides. */
  readonly streams?: readonly string[];
  /** Its own refusals; those that every operation of its kind shares are added in `openapi.ts`. */
  readonly errors: readonly RefusalCode[];
  readonly sandboxOnly?: boolean;
  /** Its answers say so, and so does the description. */
  readonly deprecated?: Deprecation;
  /**
   * It may read on a replica: a list, a report or a statement, on which nothing is decided. As of now, or as of the
   * caller's position where one is sent and the request names nothing that may be newer.
   */
  readonly readsReplica?: 'present' | 'position';
  /** Is gathered with its like, or waits more than it works: it takes none of the places of the others. */
  readonly hasOwnTurn?: boolean | 'without a key';
}

export const fileTypesOf = (operation: Pick<Operation, 'files'> | undefined): readonly string[] =>
  Object.keys(operation?.files ?? {});

export function fileFormat({ files }: Pick<Operation, 'files'>, type: string): FileFormat<unknown> {
  const format = files?.[type];
  if (format === undefined) throw new Error(`a file of type ${type} was admitted`);
  return format;
}

/** Whether the parameter of its path is a currency: any other text there is `invalid_parameter`, param `currency`. */
export const isOfCurrency = ({ path }: Pick<Operation, 'path'>): boolean => path.includes('{currency}');

/** The kinds of ids that its path takes; none where it takes none, or any text. */
export const idKindsOf = ({ idKind = [] }: Pick<Operation, 'idKind'>): readonly IdKind[] => [idKind].flat();

/** A request before its query and body are checked against the operation. */
export interface RawAsk {
  readonly caller: Caller;
  readonly id: string;
  readonly search: string;
  readonly body: ReadJson | SentFile;
  readonly use: KeyUse | undefined;
  readonly language: () => Language;
}

export interface Route extends Operation {
  readonly run: (context: Context, ask: RawAsk) => Promise<Answer>;
}

interface Row<P extends Parameters, B, I extends Idempotency, F> extends Operation {
  readonly idempotency: I;
  readonly query?: P;
  readonly body?: z.ZodType<B>;
  readonly files?: Readonly<Record<string, FileFormat<F>>>;
  readonly handle: (context: Context, ask: Ask<QueryOf<P>, B | F, UseOf<I>>) => Promise<Answer>;
}

const noFields = z.strictObject({});

/** One row of the route table: the handler gets a query, a body and a key that fit what the row says. */
export function route<
  B = undefined,
  P extends Parameters = Record<never, never>,
  I extends Idempotency = Idempotency,
  F = never,
>(row: Row<P, B, I, F>): Route {
  const { handle, ...operation } = row;
  return {
    ...operation,
    run: async (context, { caller, id, search, body, use, language }) => {
      const query = readQuery((row.query ?? {}) as P, search);
      const checked = isFile(body)
        ? await fileFormat(operation, body.type).read(body.bytes)
        : checkBody<unknown>(row.body ?? noFields, body, row.valueFault);
      const { credential } = caller;
      const by = credential.type === 'member' ? memberOperator(credential.member) : undefined;
      const given = { caller, by, id, language };
      return handle(context, { ...given, query, body: checked as B | F, use: use as UseOf<I> });
    },
  };
}

/** The means of a request: what may be read on a replica is read there, if there is one. */
export function contextFor(
  { readsReplica }: Pick<Operation, 'readsReplica'>,
  context: Context,
  headers: IncomingHttpHeaders,
): Context {
  const { ports } = context;
  const position = readsReplica === 'position' ? positionIn(headers) : undefined;
  if (readsReplica === undefined || ports.replica === undefined) return context;
  return { ...context, ports: { ...ports, ...ports.replica.at(position) } };
}

/** 201 for what is new, 200 for what was there, and 200 with its header for a replay (contract §4.1). */
export function answerMade(made: Made<unknown>, body: unknown, newStatus = 201): Answer {
  return { status: made.how === 'created' ? newStatus : 200, body, replayed: made.how === 'replayed' };
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}
