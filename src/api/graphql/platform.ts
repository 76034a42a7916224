import { Ctx, Query, Resolver } from 'type-graphql';
import { flag, json, oneOf, text, time, whole, words } from '../../domain/noun/declare.js';
import { operator } from '../../domain/noun/operator.js';
import type { RegisteredOperator } from '../../domain/operator.js';
import type { Check, CheckReport } from '../../ports/checker.js';
import { killSwitchReach, platformOf, type Platform } from '../platform.js';
import { part, parts, shape, type ShapeOf } from '../shape.js';
import type { Caller } from './caller.js';
import type { Context } from './context.js';
import { answering, returns, returnsList } from './type.js';

const callerKinds = words(
  {
    operator: 'An operator of the platform.',
    member: 'A member of accounts, who sees only these accounts.',
  },
  { name: 'CallerKind', says: 'Who asks.' },
);

const callerShape = shape('Caller', 'The caller.', {
  kind: oneOf(callerKinds, { says: 'Operator or member.' }),
  name: text('Name in the audit log.'),
  role: oneOf(operator.fields.role.words, { says: 'Role of the caller.' }),
});

/** `members` has the memberships with which the caller acts. */
export const callerAnswers = answering(callerShape, {
  members: {
    is: parts('member', 'Memberships of a signed-in person, the oldest first. Empty for an operator.', {
      most: 100,
    }),
    answer: async ({ members }: Caller, { load }) => {
      const rows = await Promise.all(members.map(({ id }) => load.row('member', id)));
      return rows.filter((row) => row !== null);
    },
  },
  now: {
    is: time('Business time, which can be moved in a sandbox.'),
    answer: (_caller: Caller, { ports }) => ports.reader.now(),
  },
});

const platformShape = shape('Platform', 'The state of the whole platform.', {
  environment: text('sandbox or live.'),
  payoutsStopped: flag(`Whether the kill switch is on. ${killSwitchReach}`),
  payoutsStoppedSince: time('Since when the kill switch is on, in business time.', { optional: true }),
  restoredAt: time(
    'Since when the database is in restored mode, in machine time: the provider is asked before each first send.',
    { optional: true },
  ),
  now: time('Business time, which can be moved in a sandbox.'),
  machineNow: time('Machine time, which cannot be moved.'),
  primaryTreasuryAsset: text('Asset that balances are held in and payouts are paid from.'),
});

const waitingShape = shape('Waiting', 'One kind of waiting work.', {
  kind: text('Name, as in `npm run -s psp -- backlog` and the metric psp_backlog.'),
  count: whole('How much of it is waiting.'),
  oldestSeconds: part('fraction', 'Age of the oldest, in business time.', { optional: true }),
});

const backlogShape = shape('Backlog', 'Work that is waiting.', {
  due: whole(
    'Operations that are due, endpoints with something to send, and accounts whose events need deliveries.',
  ),
  nextAt: time('Time when the next one is due, in business time.', { optional: true }),
});

const invariantShape = shape('Invariant', 'One invariant.', {
  number: whole('Number in the list of invariants.'),
  name: text('The invariant, in one sentence.'),
  holds: flag('Whether it holds.'),
  count: whole('Number of rows that break it.'),
  rows: json<readonly unknown[]>()('The first 20 of these rows.'),
  expectedCount: whole('Rows that are expected after a restore; `psp restored` settles them.'),
});

const invariantsShape = shape('Invariants', 'Result of every invariant, over one snapshot.', {
  holds: flag('Whether all invariants hold.'),
  checks: parts(invariantShape, 'Result of each invariant.'),
});

@Resolver()
export class PlatformResolver {
  @Query(returns(callerShape), { description: 'The caller.' })
  caller(@Ctx() { caller }: Context): Caller {
    return caller;
  }

  @Query(returnsList('operator'), { description: 'Every operator, oldest first.' })
  operators(@Ctx() { ports }: Context): Promise<RegisteredOperator[]> {
    return ports.reader.operators();
  }

  @Query(returns(platformShape), { description: 'The state of the whole platform.' })
  platform(@Ctx() { ports }: Context): Promise<Platform> {
    return platformOf(ports);
  }

  @Query(returns(invariantsShape), {
    description:
      'Runs every check. If that takes too long, ask again: the report of the running check is kept for a minute.',
  })
  async invariants(@Ctx() { checks }: Context): Promise<ShapeOf<typeof invariantsShape>> {
    const report = await checks.report();
    return {
      holds: report.violations.length === 0,
      checks: report.checks.map((check) => judged(check, report)),
    };
  }

  @Query(returns(backlogShape), { description: 'Work that is waiting.' })
  async backlog(@Ctx() { ports }: Context): Promise<ShapeOf<typeof backlogShape>> {
    const { due, next } = await ports.reader.agenda();
    return { due, nextAt: next };
  }
}

export const backlogAnswers = answering(backlogShape, {
  waiting: {
    is: parts(waitingShape, 'Waiting work by kind, in one snapshot.', { most: 10 }),
    answer: async (_backlog, { ports }) => {
      const kinds = await ports.reader.backlog();
      return kinds.map(({ name: kind, count, oldestSeconds }) => ({ kind, count, oldestSeconds }));
    },
  },
});

function judged(
  { number, name }: Check,
  { violations, expected }: CheckReport,
): ShapeOf<typeof invariantShape> {
  const [broken, awaited] = [violations, expected].map((all) =>
    all.find((each) => each.number === number && each.name === name),
  );
  const { count = 0, rows = [] } = broken ?? {};
  return { number, name, holds: broken === undefined, count, rows, expectedCount: awaited?.count ?? 0 };
}
