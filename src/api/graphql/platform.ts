import { Ctx, FieldResolver, Float, ObjectType, Query, Resolver } from 'type-graphql';
import { operator } from '../../domain/noun/operator.js';
import type { OperatorRole, RegisteredOperator } from '../../domain/operator.js';
import type { Check, CheckReport } from '../../ports/checker.js';
import { killSwitchReach, platformOf, type Platform } from '../platform.js';
import type { Context } from './context.js';
import { enumOf, enumOfWords } from './enum.js';
import { atMost, field, flag, json, optional, text, time, whole } from './field.js';
import { typeOf } from './type.js';

export const OperatorRoleEnum = enumOfWords(operator.fields.role.words);
const OperatorType = typeOf('operator');

const CallerKindEnum = enumOf<'operator' | 'member'>('CallerKind', 'Who asks.', {
  operator: "One of the platform's own.",
  member: 'One who acts for accounts, and sees no others.',
});

@ObjectType('Caller', { description: 'Who is asking.' })
export class CallerType {
  @field(() => CallerKindEnum, "One of the platform's own, or one who acts for accounts.")
  readonly kind!: 'operator' | 'member';

  @text('As the audit log names them.')
  readonly name!: string;

  @field(() => OperatorRoleEnum, 'What they may do.')
  readonly role!: OperatorRole;
}

@ObjectType('Platform', { description: 'What concerns every account.' })
export class PlatformType implements Platform {
  @text('sandbox or live.')
  readonly environment!: string;

  @flag(`Whether the kill switch is on. ${killSwitchReach}`)
  readonly payoutsStopped!: boolean;

  @time('Since when the kill switch is on, in business time.', optional)
  readonly payoutsStoppedSince!: Date | null;

  @time(
    'Since when the database counts as restored, in machine time: before a first send its provider is asked.',
    optional,
  )
  readonly restoredAt!: Date | null;

  @time('Business time, which a sandbox may have moved.')
  readonly now!: Date;

  @time('Machine time, which nobody moves.')
  readonly machineNow!: Date;

  @text('The asset that balances are held in and payouts fund from.')
  readonly primaryTreasuryAsset!: string;
}

@ObjectType('Waiting', { description: 'One kind of work that waits.' })
export class WaitingType {
  @text('As `npm run -s psp -- backlog` and the metric psp_backlog name it.')
  readonly kind!: string;

  @whole('How much of it waits.')
  readonly count!: number;

  @field(() => Float, 'How long the oldest of it has waited, in business time.', optional)
  readonly oldestSeconds!: number | null;
}

@ObjectType('Backlog', { description: 'What the workers have before them.' })
export class BacklogType {
  @whole(
    'Operations that are due, endpoints that have something to send, and accounts with events to make deliveries of.',
  )
  readonly due!: number;

  @time('When the next one after them is due, in business time.', optional)
  readonly nextAt!: Date | null;
}

@ObjectType('Invariant', { description: 'One of the things that must hold at every moment.' })
export class InvariantType {
  @whole('Its number in the list.')
  readonly number!: number;

  @text('What holds, as one sentence.')
  readonly name!: string;

  @flag('Whether it holds.')
  readonly holds!: boolean;

  @whole('How many rows break it.')
  readonly count!: number;

  @json('The first 20 of them.')
  readonly rows!: unknown;

  @whole(
    'Further rows, which are expected because the database is a restored backup: `psp restored` settles them.',
  )
  readonly expectedCount!: number;
}

@ObjectType('Invariants', { description: 'Every invariant over one snapshot.' })
export class InvariantsType {
  @flag('Whether all of them hold.')
  readonly holds!: boolean;

  @field(() => [InvariantType], 'Each of them.')
  readonly checks!: InvariantType[];
}

@Resolver(() => PlatformType)
export class PlatformResolver {
  @Query(() => CallerType, { description: 'Who is asking.' })
  caller(@Ctx() { caller }: Context): CallerType {
    return caller;
  }

  @Query(() => [OperatorType], { description: 'Every operator, oldest first.' })
  operators(@Ctx() { ports }: Context): Promise<RegisteredOperator[]> {
    return ports.reader.operators();
  }

  @Query(() => PlatformType, { description: 'What concerns every account.' })
  platform(@Ctx() { ports }: Context): Promise<Platform> {
    return platformOf(ports);
  }

  @Query(() => InvariantsType, {
    description:
      'Runs every check; where that takes too long, ask again for the run that is under way, whose report is kept for a minute.',
  })
  async invariants(@Ctx() { checks }: Context): Promise<InvariantsType> {
    const report = await checks.report();
    return {
      holds: report.violations.length === 0,
      checks: report.checks.map((check) => judged(check, report)),
    };
  }
}

@Resolver(() => BacklogType)
export class BacklogResolver {
  @Query(() => BacklogType, { description: 'What the workers have before them.' })
  async backlog(@Ctx() { ports }: Context): Promise<BacklogType> {
    const { due, next } = await ports.reader.agenda();
    return { due, nextAt: next };
  }

  @atMost(10)
  @FieldResolver(() => [WaitingType], { description: 'What waits, kind by kind, all of one moment.' })
  async waiting(@Ctx() { ports }: Context): Promise<WaitingType[]> {
    const kinds = await ports.reader.backlog();
    return kinds.map(({ name: kind, count, oldestSeconds }) => ({ kind, count, oldestSeconds }));
  }
}

function judged({ number, name }: Check, { violations, expected }: CheckReport): InvariantType {
  const [broken, awaited] = [violations, expected].map((all) =>
    all.find((each) => each.number === number && each.name === name),
  );
  const { count = 0, rows = [] } = broken ?? {};
  return { number, name, holds: broken === undefined, count, rows, expectedCount: awaited?.count ?? 0 };
}
