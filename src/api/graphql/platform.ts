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
  operator: 'An operator of the platform.',
  member: 'A member of accounts, who sees only these accounts.',
});

@ObjectType('Caller', { description: 'The caller.' })
export class CallerType {
  @field(() => CallerKindEnum, 'Operator or member.')
  readonly kind!: 'operator' | 'member';

  @text('Name in the audit log.')
  readonly name!: string;

  @field(() => OperatorRoleEnum, 'Role of the caller.')
  readonly role!: OperatorRole;
}

@ObjectType('Platform', { description: 'The state of the whole platform.' })
export class PlatformType implements Platform {
  @text('sandbox or live.')
  readonly environment!: string;

  @flag(`Whether the kill switch is on. ${killSwitchReach}`)
  readonly payoutsStopped!: boolean;

  @time('Since when the kill switch is on, in business time.', optional)
  readonly payoutsStoppedSince!: Date | null;

  @time(
    'Since when the database is in restored mode, in machine time: the provider is asked before each first send.',
    optional,
  )
  readonly restoredAt!: Date | null;

  @time('Business time, which can be moved in a sandbox.')
  readonly now!: Date;

  @time('Machine time, which cannot be moved.')
  readonly machineNow!: Date;

  @text('Asset that balances are held in and payouts are paid from.')
  readonly primaryTreasuryAsset!: string;
}

@ObjectType('Waiting', { description: 'One kind of waiting work.' })
export class WaitingType {
  @text('Name, as in `npm run -s psp -- backlog` and the metric psp_backlog.')
  readonly kind!: string;

  @whole('How much of it is waiting.')
  readonly count!: number;

  @field(() => Float, 'Age of the oldest, in business time.', optional)
  readonly oldestSeconds!: number | null;
}

@ObjectType('Backlog', { description: 'Work that is waiting.' })
export class BacklogType {
  @whole(
    'Operations that are due, endpoints with something to send, and accounts whose events need deliveries.',
  )
  readonly due!: number;

  @time('Time when the next one is due, in business time.', optional)
  readonly nextAt!: Date | null;
}

@ObjectType('Invariant', { description: 'One invariant.' })
export class InvariantType {
  @whole('Number in the list of invariants.')
  readonly number!: number;

  @text('The invariant, in one sentence.')
  readonly name!: string;

  @flag('Whether it holds.')
  readonly holds!: boolean;

  @whole('Number of rows that break it.')
  readonly count!: number;

  @json('The first 20 of these rows.')
  readonly rows!: unknown;

  @whole('Rows that are expected after a restore; `psp restored` settles them.')
  readonly expectedCount!: number;
}

@ObjectType('Invariants', { description: 'Result of every invariant, over one snapshot.' })
export class InvariantsType {
  @flag('Whether all invariants hold.')
  readonly holds!: boolean;

  @field(() => [InvariantType], 'Result of each invariant.')
  readonly checks!: InvariantType[];
}

@Resolver(() => PlatformType)
export class PlatformResolver {
  @Query(() => CallerType, { description: 'The caller.' })
  caller(@Ctx() { caller }: Context): CallerType {
    return caller;
  }

  @Query(() => [OperatorType], { description: 'Every operator, oldest first.' })
  operators(@Ctx() { ports }: Context): Promise<RegisteredOperator[]> {
    return ports.reader.operators();
  }

  @Query(() => PlatformType, { description: 'The state of the whole platform.' })
  platform(@Ctx() { ports }: Context): Promise<Platform> {
    return platformOf(ports);
  }

  @Query(() => InvariantsType, {
    description:
      'Runs every check. If that takes too long, ask again: the report of the running check is kept for a minute.',
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
  @Query(() => BacklogType, { description: 'Work that is waiting.' })
  async backlog(@Ctx() { ports }: Context): Promise<BacklogType> {
    const { due, next } = await ports.reader.agenda();
    return { due, nextAt: next };
  }

  @atMost(10)
  @FieldResolver(() => [WaitingType], { description: 'Waiting work by kind, in one snapshot.' })
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
