/** A state machine is a table: from each status, the actions that may happen and where they lead. */
export type Flow<S extends string, A extends string> = Readonly<Record<S, Readonly<Partial<Record<A, S>>>>>;

export function can<S extends string, A extends string>(flow: Flow<S, A>, from: S, action: A): boolean {
  return flow[from][action] !== undefined;
}

/** The next status; an action that the table does not have is a bug of the caller, which asks `can` first. */
export function step<S extends string, A extends string>(flow: Flow<S, A>, from: S, action: A): S {
  const next = flow[from][action];
  if (next === undefined) throw new Error(`no step ${action} from ${from}`);
  return next;
}
