/** A state machine as a table: for each status, the possible actions and the status each leads to. */
export type Flow<S extends string, A extends string> = Readonly<Record<S, Readonly<Partial<Record<A, S>>>>>;

export function can<S extends string, A extends string>(flow: Flow<S, A>, from: S, action: A): boolean {
  return flow[from][action] !== undefined;
}

/** The next status. Throws on an action that the table lacks: callers ask `can` first. */
export function step<S extends string, A extends string>(flow: Flow<S, A>, from: S, action: A): S {
  const next = flow[from][action];
  if (next === undefined) throw new Error(`no step ${action} from ${from}`);
  return next;
}
