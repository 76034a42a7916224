import type { Mistake } from './list.js';

const advance = 'test/journeys/advance.test.ts';

export const clockMistakes: readonly Mistake[] = [
  {
    name: 'an advance of the clock stops at every interval of repeated work',
    edits: [
      {
        file: 'src/domain/clock-step.ts',
        find: '<= nearMs && pace.near < nearMost)',
        put: '<= nearMs * 1_000_000)',
      },
    ],
    test: 'test/domain/clock-step.test.ts',
    called: 'over ten years visits',
    says: /to be less than 250/,
  },
  {
    name: 'an advance of the clock leaves out the time of a retry',
    edits: [
      {
        file: 'src/adapters/postgres/backlog.ts',
        find: 'firstLane(`not (${isTested})`),',
        put: 'firstLane(`false`),',
      },
    ],
    test: advance,
    called: 'a retry gets its own step at its due time',
    says: /expected/,
  },
  {
    name: 'an advance of the clock goes on after its caller has gone',
    edits: [
      {
        file: 'src/api/graphql/server.ts',
        find: "if (!response.writableEnded) gone.abort('the caller has gone');",
        put: 'if (response.writableEnded) gone.abort();',
      },
    ],
    test: advance,
    called: 'an advance stops after the current step if its caller goes away',
    says: /expected|never came to hold/,
  },
  {
    name: "a step of the database's clock is taken over at once",
    edits: [
      {
        file: 'src/main/clock.ts',
        find: 'else if (Math.abs(ms) > stepMsMin && !isTakenOver(ms, now)) return;',
        put: 'else if (Math.abs(ms) > 1_000_000 * stepMsMin && !isTakenOver(ms, now)) return;',
      },
    ],
    test: 'test/main/clock.test.ts',
    called: 'ms is seen at the next measurement, and is not adopted',
    says: /expected false to be true/,
  },
  {
    name: 'a transaction takes whatever time the server has',
    edits: [
      {
        file: 'src/adapters/postgres/connection.ts',
        find: "clock === undefined ? 'begin' : `begin; set local psp.expected_ms = ${clock.machineNow().getTime()}`;",
        put: "clock?.skewMs() === 1e9 ? 'rollback' : 'begin';",
      },
    ],
    test: 'test/soak/step.test.ts',
    called: 'ms: new work is refused until it is back, and no such time is written',
    says: /expected/,
  },
  {
    name: 'a due time that is too far ahead stays there',
    edits: [
      {
        file: 'src/domain/lead.ts',
        find: "lead(noun, 'nextStepAt', { mostMs: hourMs,",
        put: "lead(noun, 'nextStepAt', { mostMs: 1_000 * hourMs,",
      },
    ],
    test: 'test/adapters/lead.test.ts',
    called: 'times written two days ahead are brought back, and nothing else changes',
    says: /expected/,
  },
];
