import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Scope } from '../../domain/account.js';
import type { IdKind } from '../../domain/noun/prefix.js';
import type { Language } from '../../domain/mail.js';
import type { RefusalCode } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { KeyUse } from '../../ports/store.js';
import type { Operator } from '../../usecases/audit.js';
import type { CreateResult } from '../../usecases/made.js';
import { memberOperator } from '../../usecases/member-operator.js';
import type { Caller } from '../caller.js';
import type { Slots } from '../admission.js';
import { checkBody, type ValueFault } from '../body.js';
import { positionIn } from '../header.js';
import type { ReadJson } from '../json.js';
import { readQuery, type Parameters, type QueryOf } from './query.js';
import type { Deprecation } from './deprecation.js';
import type { Streamed } from './stream.js';

/** What every handler gets besides the request. */
export interface Context {
  readonly ports: Ports;
  readonly environment: 'sandbox' | 'live';
  /** Slots for streamed responses. */
  readonly streams: Pick<Slots, 'enter'>;
}

/** Whether the operation requires a body. */
export const needsBody = ({ body, isBodyOptional }: Pick<Operation, 'body' | 'isBodyOptional'>): boolean =>
  body !== undefined && isBodyOptional !== true;

/** A file format that an operation accepts as its body. */
export interface FileFormat<F> {
  readonly example: string;
  readonly bytesMax: number;
  /** Throws for an unreadable file, with the position of the fault. */
  readonly read: (bytes: Uint8Array) => Promise<F>;
}

/** An uploaded file, not parsed yet. */
export interface SentFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export const isFile = (body: ReadJson | SentFile): body is SentFile => 'bytes' in body;

export type Idempotency = 'required' | 'optional' | 'none';

/** `text` is serialized JSON that is sent unchanged; `stream` replaces a body. */
export interface Answer {
  readonly status: number;
  readonly stream?: Streamed;
  readonly body?: unknown;
  readonly text?: string;
  readonly replayed?: boolean;
}

interface Ask<Q, B, U> {
  readonly caller: Caller;
  /** The member, for the audit log; undefined for an API key, which has no audit entries. */
  readonly by: Operator | undefined;
  /** The path parameter; empty if there is none. */
  readonly id: string;
  readonly query: Q;
  readonly body: B;
  readonly use: U;
  /** The language of the Accept-Language header, if it names one of ours. */
  readonly language: () => Language | undefined;
}

type UseOf<I extends Idempotency> = I extends 'required' ? KeyUse : KeyUse | undefined;

/** The facts of an operation, for the server and the API description. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path under /v1, with at most one `{parameter}`. */
  readonly path: string;
  /** Kinds of id in the path; any other text is `not_found`. */
  readonly idKind?: IdKind | readonly IdKind[];
  /** Allowed values of the path parameter, if it is an enum; the first one is the example. */
  readonly names?: readonly string[];
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** `none`: the operation acts for no account. */
  readonly scope: Scope | 'none';
  /** Needs a session although it acts for no account. */
  readonly needsSession?: true;
  /**
   * With `needsSession`: the operation concerns the person's membership in the account that Platform-Account selects.
   */
  readonly isOfMember?: true;
  /** Only for a signed-in owner, or for owners and admins (`manager`). API keys have no role. */
  readonly forRole?: 'owner' | 'manager';
  /** A session needs a proof by passkey or code at most five minutes old (`domain/step-up.ts`). */
  readonly dangerous?: true | 'always';
  readonly idempotency: Idempotency;
  readonly query?: Parameters;
  /** Absent if there is no body. */
  readonly body?: z.ZodType;
  /** Body limit in bytes; 64 KiB by default. */
  readonly bodyBytesMax?: number;
  /** Accepted files instead of JSON, by media type. */
  readonly files?: Readonly<Record<string, FileFormat<unknown>>>;
  /** An empty request counts as `{}`. */
  readonly isBodyOptional?: boolean;
  readonly valueFault?: ValueFault;
  /** Status → named schema of the response; null for a response without a body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** Status → example response to the example body, if it differs from the schema's example. */
  readonly examples?: Readonly<Record<number, unknown>>;
  /** Media types of its 200 responses that are streams. */
  readonly streams?: readonly string[];
  /** Its own error codes; codes shared by all operations of its kind are added in `openapi.ts`. */
  readonly errors: readonly RefusalCode[];
  readonly sandboxOnly?: boolean;
  /** Deprecation dates, shown in responses and in the description. */
  readonly deprecated?: Deprecation;
  /**
   * The operation may read on a replica: a list, a report or a statement, none of which decides anything. `present`: as
   * of now. `position`: as of the position that the caller sends, unless the request names something that may be newer.
   */
  readonly readsReplica?: 'present' | 'position';
  /** Bypasses the per-process concurrency limit, because the work is batched or mostly waits. */
  readonly hasOwnTurn?: boolean | 'without a key';
}

export const fileTypesOf = (operation: Pick<Operation, 'files'> | undefined): readonly string[] =>
  Object.keys(operation?.files ?? {});

export function fileFormat({ files }: Pick<Operation, 'files'>, type: string): FileFormat<unknown> {
  const format = files?.[type];
  if (format === undefined) throw new Error(`a file of type ${type} was admitted`);
  return format;
}

/** Whether the path parameter is a currency; other text is `invalid_parameter`, param `currency`. */
export const isOfCurrency = ({ path }: Pick<Operation, 'path'>): boolean => path.includes('{currency}');

/** Kinds of id in the path; empty if there is no id. */
export const idKindsOf = ({ idKind = [] }: Pick<Operation, 'idKind'>): readonly IdKind[] => [idKind].flat();

/** A request whose query and body have not been validated yet. */
export interface RawAsk {
  readonly caller: Caller;
  readonly id: string;
  readonly search: string;
  readonly body: ReadJson | SentFile;
  readonly use: KeyUse | undefined;
  readonly language: () => Language | undefined;
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

/** A row of the route table. The handler's query, body and key have the types that the row declares. */
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
      const exchange = { caller, by, id, language };
      return handle(context, { ...exchange, query, body: checked as B | F, use: use as UseOf<I> });
    },
  };
}

/** The context of a request. An operation that may read on a replica gets the replica's ports, if there is one. */
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

/** 201 for a new resource, 200 for an existing one, 200 with `Idempotent-Replayed` for a replay (contract §4.1). */
export function answerMade(made: CreateResult<unknown>, body: unknown, newStatus = 201): Answer {
  return { status: made.how === 'created' ? newStatus : 200, body, replayed: made.how === 'replayed' };
}

export function ok(body: unknown): Answer {
  return { status: 200, body };
}
