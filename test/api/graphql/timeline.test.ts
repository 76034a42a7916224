import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConsole, type Console } from '../../setup/console.js';
import type { Ask } from '../../setup/graphql.js';
import { makeWorld, type World } from '../../setup/world.js';

interface Entry {
  readonly at: string;
  readonly kind: string;
  readonly says: string;
  readonly sourceId: string | null;
  readonly detail: unknown;
}

const document = 'query ($id: ID!) { timeline(id: $id) { at kind says sourceId detail } }';

let console: Console;
let world: World;
beforeAll(async () => {
  console = await openConsole();
  world = await makeWorld(console.fixture.store);
});
afterAll(() => console.close());

async function storyOf(ask: Ask, id: string): Promise<readonly Entry[]> {
  const response = await ask(document, { id });
  expect(response.errors, response.text).toEqual([]);
  return response.at('timeline') as readonly Entry[];
}

describe('the timeline', () => {
  it('shows the whole history of a payout, in order', async () => {
    const story = await storyOf(console.as('viewer'), world.returned);
    expect(story.map(({ kind, says }) => `${kind} ${says}`)).toEqual(
      expect.arrayContaining([
        'state created',
        'entries payout_reserve',
        'event payout.created',
        'intent accepted',
        'state completed',
        'entries payout_capture',
        'event payout.completed',
        'state returned',
        'event payout.returned',
      ]),
    );
    const times = story.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(story[0]).toMatchObject({ kind: 'state', says: 'created' });
  });

  it('shows reviews, exceptions and both sides of entries to operators', async () => {
    const held = await storyOf(console.as('viewer'), world.in_review);
    expect(held.filter(({ kind }) => kind === 'review').map(({ says }) => says)).toEqual(['in_review']);
    const crossed = await storyOf(console.as('viewer'), world.crossed);
    const mismatch = crossed.find(({ kind }) => kind === 'exception');
    expect(mismatch).toMatchObject({ says: 'provider_mismatch', detail: { expected: { amount: '37.00' } } });
    const ledgers = crossed.flatMap(({ kind, detail }) =>
      kind === 'entries' ? (detail as { ledger: string }[]).map(({ ledger }) => ledger) : [],
    );
    expect(ledgers).toContain('fx');
  });

  it('hides platform data from members', async () => {
    const story = await storyOf(console.confinedTo(world.accountId), world.crossed);
    expect(new Set(story.map(({ kind }) => kind))).toEqual(
      new Set(['state', 'entries', 'event', 'exception']),
    );
    const ledgers = story.flatMap(({ kind, detail }) =>
      kind === 'entries' ? (detail as { ledger: string }[]).map(({ ledger }) => ledger) : [],
    );
    expect(ledgers.length).toBeGreaterThan(0);
    expect(ledgers).not.toContain('fx');
  });

  it.each(['withdrawal_held', 'batch', 'session', 'destination'] as const)('knows a %s', async (name) => {
    const story = await storyOf(console.as('viewer'), world[name]);
    expect(story.map(({ kind, says }) => `${kind} ${says}`)).toContain('state created');
  });

  it('begins with the creation, also for a member invited at the same instant', async () => {
    const invite =
      'mutation ($of: ID!) { inviteOwner(accountId: $of, email: "new@example.com", reason: "x") { id } }';
    const invited = await console.as('admin')(invite, { of: world.accountId });
    const story = await storyOf(console.as('viewer'), String(invited.at('inviteOwner.id')));
    expect(story.slice(0, 2).map(({ says }) => says)).toEqual(['created', 'invited']);
  });

  it('is empty for foreign and absent ids, and for resources without a history', async () => {
    const foreign = await console.confinedTo(world.otherAccountId)(document, { id: world.returned });
    expect(foreign.codes()).toEqual(['not_found id']);
    for (const id of ['pout_00000000000000000000000000', 'ent_01k9zq3v5e8x7m2n4p6r8t0w1y', 'nonsense']) {
      expect((await console.as('admin')(document, { id })).codes(), id).toEqual(['not_found id']);
    }
  });
});
