import { Arg } from 'type-graphql';

/** The argument that every mutation takes: why it is done, for the audit log. */
export function reasonArg(): ReturnType<typeof Arg> {
  return Arg('reason', () => String, { description: 'Why, for the audit log: one line.' });
}
