import type { Noun, Nouns } from '../../domain/decision.js';
import { isId } from '../../domain/id.js';
import type { IdKind } from '../../domain/noun/prefix.js';
import { refuse } from '../../domain/refusal.js';
import { isLine, lineRule } from '../../domain/text.js';
import type { Ports } from '../../ports/ports.js';
import type { Operator } from '../../usecases/audit.js';
import { memberOperator } from '../../usecases/member-operator.js';
import { absent } from '../../usecases/own.js';
import type { Deadline } from '../deadline.js';
import type { Checks } from './check.js';
import type { Acting, Caller } from './caller.js';
import type { Loads } from './load.js';

/** The means of the resolvers of one request. */
export interface Context {
  /** Of a query, those that may read on a replica. */
  ports: Ports;
  readonly caller: Caller;
  readonly requestId: string;
  load: Loads;
  readonly checks: Checks;
  readonly due: Deadline;
  /** Aborted when the caller closes the connection before the answer. */
  readonly gone: AbortSignal;
  /** The facts that the request's line in the log shall tell. */
  readonly line: LogLine;
}

/** Names of the schema, codes and the span alone: nothing that an asker wrote. */
export interface LogLine {
  operation?: string;
  error_code?: string;
  trace_id?: string;
  span_id?: string;
}

/** The row of that id; `not_found` for what is malformed, absent or out of the caller's sight alike. */
export async function found<N extends Noun & IdKind>(
  { load }: Context,
  noun: N,
  id: string,
): Promise<Nouns[N]> {
  const row = isId(noun, id) ? await load.row(noun, id) : null;
  return row ?? absent(noun, 'id');
}

/** Who acts and why, as the audit log keeps it. */
export function acting({ caller }: Context, reason: string, member?: Acting): Operator {
  if (!isLine(reason)) {
    refuse('invalid_parameter', `reason: is not a plain line of text; send ${lineRule}.`, {
      param: 'reason',
    });
  }
  const by = member ? memberOperator(member) : { name: caller.name, id: caller.id };
  return { ...by, reason: reason.trim() };
}
