import { z } from 'zod';
import type { OperatorRole } from '../../domain/operator.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { Operator } from '../../usecases/audit.js';
import { dotted } from '../json.js';
import { wordsOf } from '../wording.js';
import { argumentOf, argumentsOf, type Argument } from './argument.js';
import { addWhoChanged } from './stale.js';

/** What an act gets to run: `by` goes into the audit log, `progress` reports on a long act. */
export interface Work {
  readonly ports: Ports;
  readonly by: Operator;
  readonly progress: (line: string) => void;
  /** Aborted when the caller disconnects or the time limit ends. An act with its own time limit must stop then. */
  readonly stop: AbortSignal;
}

/** The output of a command: snake_case JSON for machines; a sentence, or named facts, for people. */
export interface CommandOutput {
  /** Not everything was done: the command exits with 1. */
  readonly failed?: boolean;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string | Readonly<Record<string, string | null>>;
}

/** An act as a command. */
export interface Command {
  /** The group and the verb. */
  readonly path: `${string} ${string}`;
  /** The group name alone runs this command. */
  readonly isUsual?: true;
  /** Arguments of the example in the help text. */
  readonly example: string;
  /** Help text, if the command is only a part of the act. */
  readonly words?: string;
  /** Positional arguments; the others are options. */
  readonly positionals?: readonly string[];
  /** Help texts that replace those of arguments, such as which command lists the ids. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Arguments with a fixed value in this command. */
  readonly sets?: Readonly<Record<string, unknown>>;
}

interface Spec<A extends z.ZodRawShape, R> {
  /** The name of the mutation. */
  readonly name: string;
  /** The first sentence says what the act does; further sentences add details. */
  readonly words: string;
  /** The lowest operator role that may run it. */
  readonly role: OperatorRole;
  /** An operator in a session must have proven who they are in the last five minutes (`domain/step-up.ts`). */
  readonly dangerous?: true;
  readonly takes: A;
  /** The state that the act changes. It is compared with the state that the operator saw. */
  readonly changes?: z.ZodObject;
  /** GraphQL type of the mutation's result. Without it, the act is a command only. */
  readonly answers?: string;
  readonly command: Command | readonly Command[];
  /** Time limit in milliseconds, if it differs from that of other requests. */
  readonly limitMs?: number;
  readonly run: (work: Work, args: z.output<z.ZodObject<A>>) => Promise<R>;
  /** The result of the mutation, if it differs from the result of `run`. */
  readonly row?: (result: R, work: Work) => unknown;
  readonly output: (result: R, work: Work, args: z.output<z.ZodObject<A>>) => CommandOutput;
}

export interface ActRequest extends Work {
  readonly args: Readonly<Record<string, unknown>>;
}

/** The result of an act, for the mutation and for the command. */
export interface ActResult {
  readonly row: () => unknown;
  readonly output: () => CommandOutput;
}

/** An act: something an operator can do. */
export interface Act {
  readonly name: string;
  readonly words: string;
  readonly role: OperatorRole;
  readonly dangerous: boolean;
  readonly takes: readonly Argument[];
  /** The argument with the state that the operator saw; it is passed in `by`. */
  readonly changes: Argument | undefined;
  readonly answers: string | undefined;
  readonly commands: readonly Command[];
  /** Time limit in milliseconds, if longer than for other requests; the act then obeys `stop`. */
  readonly limitMs: number | undefined;
  /** Validates the arguments, runs the act and writes its audit entry in the same transaction. */
  readonly perform: (request: ActRequest) => Promise<ActResult>;
}

/** Acts whose commands share the first word. */
export interface Group {
  readonly name: string;
  readonly words: string;
  readonly acts: readonly Act[];
}

export function act<A extends z.ZodRawShape, R>(spec: Spec<A, R>): Act {
  const { name, words, role, dangerous = false, changes, answers, command, limitMs } = spec;
  const takes = z.object(spec.takes);
  return {
    name,
    words,
    role,
    dangerous,
    takes: argumentsOf(takes),
    changes: changes && argumentOf('seen', changes.nullish()),
    answers,
    commands: 'path' in command ? [command] : command,
    limitMs,
    async perform({ args: argValues, ...work }) {
      const args = checked(takes, argValues);
      const result = await spec.run(work, args).catch((error: unknown) => addWhoChanged(work.ports, error));
      return {
        row: () => (spec.row ? spec.row(result, work) : result),
        output: () => spec.output(result, work, args),
      };
    },
  };
}

/** The validated arguments, or a refusal for the first fault. */
function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { data, error } = schema.safeParse(value, { error: wordsOf });
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data as z.output<S>;
  const param = dotted(issue.path);
  return refuse('invalid_parameter', `${param}: ${issue.message}.`, { param });
}
