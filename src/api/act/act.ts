import { z } from 'zod';
import type { OperatorRole } from '../../domain/operator.js';
import { refuse } from '../../domain/refusal.js';
import type { Ports } from '../../ports/ports.js';
import type { Operator } from '../../usecases/audit.js';
import { dotted } from '../json.js';
import { wordsOf } from '../wording.js';
import { argumentOf, argumentsOf, type Argument } from './argument.js';
import { tellWhoChanged } from './stale.js';

/** The means of an act: `by` goes to the audit log, `progress` to who waits for a long one. */
export interface Work {
  readonly ports: Ports;
  readonly by: Operator;
  readonly progress: (line: string) => void;
  /** Aborted when the caller has gone or the time limit is over: an act with a time limit of its own ends early then. */
  readonly stop: AbortSignal;
}

/** The words of a command about its result: snake_case for machines; a sentence, or facts by their names, for people. */
export interface Told {
  /** Not all was done: the command exits with 1. */
  readonly failed?: boolean;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string | Readonly<Record<string, string | null>>;
}

/** How an act is written on the command line. */
export interface Command {
  /** The group and the verb. */
  readonly path: `${string} ${string}`;
  /** The word of its group alone does it. */
  readonly isUsual?: true;
  /** The rest of the example in its help. */
  readonly example: string;
  /** Its words, where one command is not the whole of the act. */
  readonly words?: string;
  /** Arguments that are written by place; the others are options. */
  readonly places?: readonly string[];
  /** Words of arguments that tell where on the command line they are found. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Arguments that this command sets by being it. */
  readonly sets?: Readonly<Record<string, unknown>>;
}

interface Spec<A extends z.ZodRawShape, R> {
  /** The name of the mutation. */
  readonly name: string;
  /** The first sentence says what it does, others what else there is to know. */
  readonly words: string;
  /** The least role of an operator. */
  readonly role: OperatorRole;
  readonly takes: A;
  /** The state that it changes, which is compared with what the operator saw. */
  readonly changes?: z.ZodObject;
  /** The type of the GraphQL schema that the mutation answers with; without one, only a command does the act. */
  readonly answers?: string;
  readonly command: Command | readonly Command[];
  /** Milliseconds that it may take. Without it, the limit of every other request applies. */
  readonly limitMs?: number;
  readonly run: (work: Work, args: z.output<z.ZodObject<A>>) => Promise<R>;
  /** The answer of the mutation, where that is not the result itself. */
  readonly row?: (result: R, work: Work) => unknown;
  readonly tell: (result: R, work: Work, args: z.output<z.ZodObject<A>>) => Told;
}

export interface Asked extends Work {
  readonly given: Readonly<Record<string, unknown>>;
}

/** The result, to be told by whoever rendered the act. */
export interface Done {
  readonly row: () => unknown;
  readonly told: () => Told;
}

/** One thing that operators do. */
export interface Act {
  readonly name: string;
  readonly words: string;
  readonly role: OperatorRole;
  readonly takes: readonly Argument[];
  /** The argument that tells what the operator saw, in `by` of who performs it. */
  readonly changes: Argument | undefined;
  readonly answers: string | undefined;
  readonly commands: readonly Command[];
  /** Milliseconds that it may take, where that is longer than for other requests; then it heeds `stop`. */
  readonly limitMs: number | undefined;
  /** Checks what is given, does it, and leaves its entry in the audit log in the same transaction. */
  readonly perform: (asked: Asked) => Promise<Done>;
}

/** Acts whose commands stand under one word. */
export interface Group {
  readonly name: string;
  readonly words: string;
  readonly acts: readonly Act[];
}

export function act<A extends z.ZodRawShape, R>(spec: Spec<A, R>): Act {
  const { name, words, role, changes, answers, command, limitMs } = spec;
  const takes = z.object(spec.takes);
  return {
    name,
    words,
    role,
    takes: argumentsOf(takes),
    changes: changes && argumentOf('seen', changes.nullish()),
    answers,
    commands: 'path' in command ? [command] : command,
    limitMs,
    async perform({ given, ...work }) {
      const args = checked(takes, given);
      const result = await spec.run(work, args).catch((error: unknown) => tellWhoChanged(work.ports, error));
      return {
        row: () => (spec.row ? spec.row(result, work) : result),
        told: () => spec.tell(result, work, args),
      };
    },
  };
}

/** The arguments by their schemas, or a refusal by the first that does not fit. */
function checked<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const { data, error } = schema.safeParse(given, { error: wordsOf });
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data as z.output<S>;
  const param = dotted(issue.path);
  return refuse('invalid_parameter', `${param}: ${issue.message}.`, { param });
}
