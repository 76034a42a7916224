import type { Mistake } from './list.js';

const killSwitch = 'test/journeys/kill-switch.test.ts';

export const groupMistakes: readonly Mistake[] = [
  {
    name: 'the owner of a disabled settlement destination registers it again',
    edits: [
      {
        file: 'src/usecases/settlement-destination.ts',
        find: "await tx.find('settlementDestination', { accountId, identityHash });",
        put: "await tx.find('settlementDestination', { accountId, identityHash, status: 'active' });",
      },
    ],
    test: 'test/journeys/settlement-destination.test.ts',
    called: 'cannot be registered again by its owner, with any other fields',
    says: /no text at error\.code in 201/,
  },
  {
    name: 'a refund is created while the kill switch is on',
    edits: [
      {
        file: 'src/usecases/refund.ts',
        find: 'checkNotStopped(await tx.killSwitch.isOn());',
        put: "checkNotStopped((await tx.killSwitch.isOn()) && payinId === '');",
      },
    ],
    test: killSwitch,
    called: 'is refused, and the same request is accepted after it',
    says: /no text at error\.code in 201/,
  },
  {
    name: 'a settlement is made while the kill switch is on',
    edits: [
      {
        file: 'src/usecases/settlement.ts',
        find: 'if (stopped || !schedule?.nextStepAt) return false;',
        put: 'if ((stopped && schedule === undefined) || !schedule?.nextStepAt) return false;',
      },
      {
        file: 'src/adapters/postgres/held.ts',
        find: "return noun === 'settlementSchedule' ? `and not (status = 'active' and ${isStopped})` : '';",
        put: "return '';",
      },
    ],
    test: killSwitch,
    called: 'makes its settlement late, for its own period',
    says: /to deeply equal \[\]/,
  },
  {
    name: 'what is not sent leaves while the kill switch is on',
    edits: [
      {
        file: 'src/usecases/operation.ts',
        find: 'if (this.from.stopped) return',
        put: 'if (this.from.stopped && this.from.areUnknown) return',
      },
      {
        file: 'src/adapters/postgres/held.ts',
        find: "if (has('sending')) return",
        put: "if (has('sending') && has('nothing')) return",
      },
    ],
    test: killSwitch,
    called: 'and are sent once each when the switch is off; the rest of the service continues',
    says: /processing 0/,
  },
  {
    name: 'the kill switch is switched amid a send',
    edits: [
      {
        file: 'src/adapters/postgres/kill-switch.ts',
        find: 'hold: () => after(held),',
        put: 'hold: () => (connection ? isOn() : after(held)),',
      },
    ],
    test: 'test/adapters/kill-switch.test.ts',
    called: 'switches when no transaction holds it, and several may hold it at once',
    says: /Matcher did not succeed in time|to deeply equal/,
  },
  {
    name: 'a group waits for a key that another transaction holds',
    edits: [
      {
        file: 'src/adapters/postgres/key.ts',
        find: 'where pg_try_advisory_xact_lock(hashtextextended(name, 0))`),',
        put: "where pg_advisory_xact_lock(hashtextextended(name, 0))::text = ''`),",
      },
    ],
    test: 'test/usecases/held-key.test.ts',
    called: 'of one account wait for its locked keys and delay no other account',
    says: /Property failed/,
  },
  {
    name: 'what another transaction holds is waited for by itself, on a connection',
    edits: [
      {
        file: 'src/usecases/payin.ts',
        find: '(await ingest(ports, notices, { wait: false }))',
        put: '(await ingest(ports, notices, { wait: true }))',
      },
    ],
    test: 'test/usecases/held-key.test.ts',
    called: 'of one account wait for its locked keys and delay no other account',
    says: /Property failed/,
  },
  {
    name: 'a job that always fails is tried without end',
    edits: [
      {
        file: 'src/usecases/job.ts',
        find: '(times.get(id) ?? 0) > triesMax;',
        put: '(times.get(id) ?? 0) > triesMax * 1_000_000;',
      },
    ],
    test: 'test/workers/poison.test.ts',
    called: 'that fails in the same way is given up after the maximum of tries, and stays so',
    says: /given_up/,
  },
];
