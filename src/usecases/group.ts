import type { Decision, Moment, Noun, Nouns } from '../domain/decision.js';
import { replayOf, type Binding } from '../domain/idempotency-key.js';
import { Refusal } from '../domain/refusal.js';
import type { Ports } from '../ports/ports.js';
import type { BoundKey, KeyState, KeyUse, Tx } from '../ports/store.js';
import { auditedFor, type Operator } from './audit.js';
import { gatherFor, type Result } from './gather.js';
import type { CreateResult } from './made.js';

/** A request to create one row under an idempotency key. */
export interface Command {
  readonly use: KeyUse;
  readonly accountId: string;
  /** The operator who acts for the account. */
  readonly by?: Operator | undefined;
}

/** A new row, and the decision that creates it. */
export interface DecidedRow<R = { readonly id: string }> {
  readonly row: R;
  readonly decision: Decision;
}

/** The result for one command of a group. */
export type Verdict<D> = D | { readonly replayOf: string } | { readonly refusal: Refusal };

/** The state that a group is decided on, read under the group's locks. */
export interface Facts<C, D> {
  readonly moment: Moment;
  /** The state of each command's key, in the order of the commands. */
  readonly keys: readonly KeyState[];
  /** Decides one command. Called in order: a command sees what earlier commands took. A refusal is thrown. */
  decide(command: C, index: number): D | Promise<D>;
  /** Further decisions that follow from the new rows. */
  beside(made: readonly D[]): Promise<readonly Decision[]>;
}

/** The decisions of a group, ready to be recorded. */
export interface GroupDecision<D> {
  /** One for each command; undefined if another transaction holds its key. */
  readonly verdicts: readonly (Verdict<D> | undefined)[];
  readonly decisions: readonly Decision[];
  readonly keys: readonly BoundKey[];
}

/** Decides commands in order. A refused command does not affect the others. */
export async function decideGroup<C extends Command, D extends DecidedRow>(
  noun: Noun,
  facts: Facts<C, D>,
  commands: readonly C[],
): Promise<GroupDecision<D>> {
  const made: { readonly command: C; readonly decided: D }[] = [];
  const bindings = new Map<string, Binding>();
  const verdictOn = async (command: C, index: number): Promise<Verdict<D> | undefined> => {
    const { accountId, key, fingerprint } = command.use;
    const state = facts.keys[index];
    if (!state) throw new Error('the store must answer every key');
    if (state.busy) return undefined;
    try {
      const bound = bindings.get(`${accountId}:${key}`) ?? state.bound;
      if (bound) return { replayOf: replayOf(command.use, bound) };
      const decided = await facts.decide(command, index);
      made.push({ command, decided });
      bindings.set(`${accountId}:${key}`, { fingerprint, resourceId: decided.row.id });
      return decided;
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw error;
    }
  };
  const verdicts: (Verdict<D> | undefined)[] = [];
  for (const [index, command] of commands.entries()) verdicts.push(await verdictOn(command, index));
  const beside = await facts.beside(made.map(({ decided }) => decided));
  const entries = made.flatMap(({ command: { by }, decided: { row } }) =>
    auditedFor(facts.moment, by, { noun, row }),
  );
  return {
    verdicts,
    decisions: [...made.map(({ decided }) => decided.decision), ...beside, ...entries],
    keys: made.map(({ command: { use }, decided: { row } }) => ({ ...use, resourceId: row.id })),
  };
}

/** A kind of row that is created in groups. */
export interface GroupKind<P, C, N extends Noun, D> {
  readonly noun: N;
  /** Takes the locks and reads the state. Does not wait for a key that another transaction holds. */
  load(ports: P, tx: Tx, commands: readonly C[]): Promise<Facts<C, D>>;
  /** Wakes the workers that handle the new rows. */
  wake(ports: P): void;
  readonly groupMax: number;
}

type GroupPorts = Pick<Ports, 'store' | 'reader' | 'log'>;

const atOnce = 2;
/** Leaves enough of the request's time for a group that starts last. */
const waitMsMax = 2_000;

/** Creates rows for many requests in one transaction, one per idempotency key (contract §4.1). */
export function makeInGroups<
  P extends GroupPorts,
  C extends Command,
  N extends Noun,
  D extends DecidedRow<Nouns[N]>,
>(kind: GroupKind<P, C, N, D>): (ports: P, command: C) => Promise<CreateResult<Nouns[N]>> {
  return gatherFor<P, C, CreateResult<Nouns[N]>>((ports) => ({
    group: (commands) => makeGroup(kind, ports, commands),
    keyOf: ({ accountId }) => accountId,
    groupMax: kind.groupMax,
    atOnce,
    waitMsMax,
    log: ports.log,
  }));
}

async function makeGroup<
  P extends GroupPorts,
  C extends Command,
  N extends Noun,
  D extends DecidedRow<Nouns[N]>,
>(
  kind: GroupKind<P, C, N, D>,
  ports: P,
  commands: readonly C[],
): Promise<(Result<CreateResult<Nouns[N]>> | undefined)[]> {
  const verdicts = await ports.store.transaction(async (tx) => {
    const facts = await kind.load(ports, tx, commands);
    const { verdicts: all, decisions, keys } = await decideGroup(kind.noun, facts, commands);
    if (keys.length > 0) await tx.record(decisions, keys);
    return all;
  });
  if (verdicts.some((verdict) => verdict && 'row' in verdict)) kind.wake(ports);
  return Promise.all(
    verdicts.map(async (verdict, index): Promise<Result<CreateResult<Nouns[N]>> | undefined> => {
      if (verdict === undefined) return undefined;
      if ('refusal' in verdict) return { error: verdict.refusal };
      if ('row' in verdict) return { value: { resource: verdict.row, how: 'created' } };
      const row = await ports.reader.get(kind.noun, [commands[index]?.accountId ?? ''], verdict.replayOf);
      if (!row) throw new Error(`key bound to ${verdict.replayOf}, which is no ${kind.noun}`);
      return { value: { resource: row, how: 'replayed' } };
    }),
  );
}
