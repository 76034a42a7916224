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

/** What the resolvers of one request share. */
export interface Context {
  /** For a query, ports that may read on a replica. */
  ports: Ports;
  readonly caller: Caller;
  readonly requestId: string;
  load: Loads;
  readonly checks: Checks;
  readonly due: Deadline;
  /** Aborted when the caller disconnects before the response. */
  readonly gone: AbortSignal;
  /** Fields for the request's log line. */
  readonly line: LogLine;
}

/** Only names of the schema, codes and the span, never text from the caller. */
export interface LogLine {
  operation?: string;
  error_code?: string;
  trace_id?: string;
  span_id?: string;
}

/** The row with this id. `not_found` if the id is malformed, unknown, or of an account that the caller cannot see. */
export async function rowOf<N extends Noun & IdKind>(
  { load }: Context,
  noun: N,
  id: string,
): Promise<Nouns[N]> {
  const row = isId(noun, id) ? await load.row(noun, id) : null;
  return row ?? absent(noun, 'id');
}

/** The caller and the reason, for the audit log. */
export function acting({ caller }: Context, reason: string, member?: Acting): Operator {
  if (!isLine(reason)) {
    refuse('invalid_parameter', `reason: is not a plain line of text; send ${lineRule}.`, {
      param: 'reason',
    });
  }
  const by = member ? memberOperator(member) : { name: caller.name, id: caller.id };
  return { ...by, reason: reason.trim() };
}
