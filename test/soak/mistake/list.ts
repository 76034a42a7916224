import { clockMistakes } from './clock.js';
import { edgeMistakes } from './edge.js';
import { fieldMistakes } from './field.js';
import { groupMistakes } from './group.js';
import { readingMistakes } from './reading.js';
import { textMistakes } from './text.js';
import { truthMistakes } from './truth.js';
import { peopleMistakes } from './people.js';
import { webhookMistakes } from './webhook.js';

/** A textual change of a source file. */
export interface Edit {
  readonly file: string;
  /** Occurs exactly once. */
  readonly find: string;
  readonly put: string;
}

/** A deliberate mistake that once cost money or hurt another account, and the test that must detect it. */
export interface Mistake {
  readonly name: string;
  readonly edits: readonly Edit[];
  readonly test: string;
  /** Part of the failing test's name. */
  readonly called: string;
  /** The failure message. */
  readonly says: RegExp;
}

const restored = 'test/journeys/restored.test.ts';
const skew = 'test/soak/skew.test.ts';
const evidence = 'test/journeys/evidence.test.ts';

export const mistakes: readonly Mistake[] = [
  ...peopleMistakes,
  {
    name: 'a restored database sends without asking a bank whose record is newer',
    edits: [
      {
        file: 'src/usecases/operation.ts',
        find: 'return this.facts.restoredAt !== null && provider !== null && !this.from.areUnknown;',
        put: `return this.facts.restoredAt !== null && provider === '' && !this.from.areUnknown;`,
      },
    ],
    test: restored,
    called: "a restored database sends nothing again, and takes over the bank's outcomes",
    says: /"?count"?: "2"|never came to hold|expected/,
  },
  {
    name: 'a restored database takes for unpaid what a call of before may still pay',
    edits: [
      {
        file: 'src/usecases/operation.ts',
        find: 'const lastCall = Math.max(sendBy?.getTime() ?? 0, restoredAt ? restoredAt.getTime() + sendWindowMs : 0);',
        put: 'const lastCall = Math.max(sendBy?.getTime() ?? 0, restoredAt ? sendWindowMs : 0);',
      },
    ],
    test: 'test/workers/operation.test.ts',
    called: 'in a restored database "not found" proves nothing',
    says: /expected/,
  },
  {
    name: 'a worker goes by its own clock, and is not kept from sending by it',
    edits: [
      {
        file: 'src/main/clock.ts',
        find: 'machineNow: () => new Date(Math.floor(performance.now() + lead.least)),',
        put: 'machineNow: () => new Date(),',
      },
      {
        file: 'src/ports/clock.ts',
        find: 'Math.abs(clock.skewMs()) > skewMsMax;',
        put: 'Math.abs(clock.skewMs()) > 1_000 * skewMsMax;',
      },
    ],
    test: skew,
    called: 'a process whose clock is -12000 ms ahead sends and signs nothing',
    says: /expected 20 to be \+0|not_submitted/,
  },
  {
    name: 'a machine whose clock is wrong sends all the same',
    edits: [
      {
        file: 'src/ports/clock.ts',
        find: 'Math.abs(clock.skewMs()) > skewMsMax;',
        put: 'Math.abs(clock.skewMs()) > 1_000 * skewMsMax;',
      },
    ],
    test: skew,
    called: 'a process whose clock is 12000 ms ahead sends and signs nothing',
    says: /to deeply equal/,
  },
  {
    name: 'a call that comes too late uses an attempt up',
    edits: [
      {
        file: 'src/domain/operation-sending.ts',
        find: `operation.row.sending === 'open' && !isFinal(operation);`,
        put: `operation.row.sending === 'unsent' && !isFinal(operation);`,
      },
    ],
    test: 'test/workers/operation.test.ts',
    called: 'a send that misses its window is postponed, and uses up no attempt',
    says: /expected/,
  },
  {
    name: 'the checker passes over what failed here and was paid at the bank',
    edits: [
      {
        file: 'src/adapters/postgres/check/simulator.ts',
        find: `and b.became in ('paid', 'returned')`,
        put: `and b.became in ('returned')`,
      },
    ],
    test: 'test/adapters/check.test.ts',
    called: 'stands beside "paid"',
    says: /received "undefined"/,
  },
  {
    name: 'evidence decides what may still leave',
    edits: [
      {
        file: 'src/usecases/evidence.ts',
        find: 'mayLeave(row, ports.clock.machineNow());',
        put: 'mayLeave(row, new Date(8_640_000_000_000_000));',
      },
    ],
    test: evidence,
    called: 'an intent whose process died before the call is decided with its payout',
    says: /expected/,
  },
  {
    name: 'evidence leaves the intent open that it decides about',
    edits: [
      {
        file: 'src/usecases/evidence.ts',
        find: 'await overtakenIntents(tx, [row]);',
        put: 'await overtakenIntents(tx, [row].slice(1));',
      },
    ],
    test: evidence,
    called: 'an intent whose process died before the call is decided with its payout',
    says: /expected/,
  },
  {
    name: 'a cursor is a bare position, which a restored log gives to another event',
    edits: [
      {
        file: 'src/api/cursor.ts',
        find: 'return event !== undefined && event.position === position ? event : lostEvent();',
        put: `return event ?? (position === '' ? lostEvent() : { position: position ?? '0', id });`,
      },
    ],
    test: 'test/journeys/event-restore.test.ts',
    called: 'after a restore a cursor returns all events behind it or is refused, and never skips',
    says: /expected/,
  },
  {
    name: 'SIGTERM closes without a word before',
    edits: [
      {
        file: 'src/api/connection.ts',
        find: 'if (isOn()) this.shouldKeepAlive = false;',
        put: 'if (isOn() && status === 0) this.shouldKeepAlive = false;',
      },
    ],
    test: 'test/main/http-internal.test.ts',
    called: 'announces the stop, finishes running requests and accepts no new ones',
    says: /expected/,
  },
  {
    name: 'a server that has no room for a connection is a fault of ours',
    edits: [
      {
        file: 'src/adapters/postgres/failure.ts',
        find: 'error !== null && whileConnecting.has(error)) return true;',
        put: 'error !== null && whileConnecting.has(error)) return sqlState(error) === undefined;',
      },
    ],
    test: 'test/adapters/refusing.test.ts',
    called: 'is a temporary error with any message:',
    says: /temporarily_unavailable|to match object/,
  },
  {
    name: 'a log that cannot be written ends the process',
    edits: [
      {
        file: 'src/main/log.ts',
        find: `destination.on('error', () => (isFailing = true));`,
        put: `destination.on('error', (error) => {
    isFailing = true;
    throw error;
  });`,
      },
    ],
    test: 'test/main/end.test.ts',
    called: 'continues if its log cannot be written, counts lost lines, and stops in order',
    says: /fetch failed|expected|ECONNREFUSED/,
  },
  {
    name: 'a migration begins though others are at work',
    edits: [
      {
        file: 'src/adapters/postgres/migrate.ts',
        find: 'if (!beside) refuseAmidWork',
        put: 'if (!beside && names.length > 1_000) refuseAmidWork',
      },
    ],
    test: 'test/adapters/migrate.test.ts',
    called: 'waits for processes that are stopping, reports it once, and otherwise names them',
    says: /expected|promise resolved/,
  },
  {
    name: 'a commit that nobody waits for any more keeps its connection, and another is opened beside it',
    edits: [
      {
        file: 'src/adapters/postgres/guard.ts',
        find: '  cancelGivenUp(pool);',
        put: '  if (pool.ending) cancelGivenUp(pool);',
      },
    ],
    test: 'test/soak/standby.test.ts',
    called: 'commits waiting for a missing standby use no more connections than the service has',
    says: /expected \d+ to be less than 3/,
  },
  {
    name: 'a start takes a standby for its database',
    edits: [
      {
        file: 'src/adapters/postgres/hosts.ts',
        find: 'if (!reason) return;',
        put: `if (reason !== '') return;`,
      },
    ],
    test: 'test/soak/standby.test.ts',
    called: 'a start on a standby waits, says why, and continues after the promotion',
    says: /promise resolved/,
  },
  {
    name: 'a start puts its cluster over the one that another has just made',
    edits: [
      {
        file: 'src/main/postgres-cluster.ts',
        find: `if ((error as NodeJS.ErrnoException).code === 'ENOTEMPTY') return false;`,
        put: `if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;`,
      },
    ],
    test: 'test/main/embedded.test.ts',
    called: 'one of several concurrent first starts gets the data directory, and creates one cluster',
    says: /ENOTEMPTY|expected/,
  },
  {
    name: 'the embedded server listens elsewhere than on its socket',
    edits: [
      {
        file: 'src/main/postgres-cluster.ts',
        find: "listen_addresses=${socket ? '' : '127.0.0.1'}",
        put: "listen_addresses=${socket ? '127.0.0.1' : '127.0.0.1'}",
      },
    ],
    test: 'test/main/embedded.test.ts',
    called: 'listens on a socket in its own folder only, or on loopback if the path is too long',
    says: /127\.0\.0\.1/,
  },
  {
    name: 'the service takes the places that are kept for commands',
    edits: [
      {
        file: 'src/main/embedded.ts',
        find: 'const serviceUrl = postgresUrl(dir, address, SERVICE_USER);',
        put: 'const serviceUrl = postgresUrl(dir, address);',
      },
    ],
    test: 'test/main/embedded.test.ts',
    called:
      'reserves connections for commands: payouts can be stopped and keys revoked when all others are taken',
    says: /\(53300\)/,
  },
  {
    name: 'the page tells operators of a line that is never logged',
    edits: [
      {
        file: 'docs/log-lines.md',
        find: '- warn `machine clock is right again`',
        put: '- warn `the clock of this machine is as it was`',
      },
    ],
    test: 'test/docs.test.ts',
    called: 'explain exactly the log lines that exist, with their levels',
    says: /the clock of this machine is as it was/,
  },
  {
    name: 'subscriptions stay silent while the broker is unreachable',
    edits: [
      {
        file: 'src/api/feed.ts',
        find: 'if (readers.size === 0) return;',
        put: 'if (readers.size === 0 || !messaging.health().connected) return;',
      },
    ],
    test: 'test/api/feed.test.ts',
    called: 'without a working broker events arrive seconds later, by polling the log',
    says: /expected/,
  },
  {
    name: 'a silent receiver keeps the place of a quick one',
    edits: [
      {
        file: 'src/workers/webhook-slot.ts',
        find: 'if (pool === this.#slow) return;',
        put: 'if (pool.size > 0) return;',
      },
    ],
    test: 'test/workers/webhook.test.ts',
    called: 'three hundred silent or slow endpoints of other accounts',
    says: /expected|timed out|only \d+/i,
  },
  {
    name: 'every element of a body is judged, however many there may be',
    edits: [
      {
        file: 'src/api/body.ts',
        find: 'const over = overfull(schema, body.value);',
        put: 'const over = overfull(schema, [body.value]);',
      },
    ],
    test: 'test/fuzz/weight.test.ts',
    called: 'uses bounded CPU time for any body',
    says: /(bad keys|keys of bad values) took [\d.]+ ms/,
  },
  {
    name: 'an array of a body states no bound',
    edits: [
      {
        file: 'src/api/rest/webhook-shape.ts',
        find: '  .max(eventTypes.length)\n',
        put: '',
      },
    ],
    test: 'test/api/size.test.ts',
    called: 'has a limit in every body',
    says: /event_types/,
  },
  {
    name: 'every key of a variable is checked and reported',
    edits: [
      {
        file: 'src/api/graphql/variable.ts',
        find: 'if (over !== undefined) return over;',
        put: "if (over?.name === '') return over;",
      },
    ],
    test: 'test/fuzz/weight.test.ts',
    called: 'uses bounded CPU time for any variables',
    says: /(bad keys|keys of bad values) took [\d.]+ ms/,
  },
  {
    name: 'an address may ask without a key as often as it likes',
    edits: [
      {
        file: 'src/api/keyless.ts',
        find: 'this.#buckets.draw(this.#clientOf(request), nowMs);',
        put: 'this.#buckets.draw(`${this.#clientOf(request)} ${Math.random()}`, nowMs);',
      },
    ],
    test: 'test/api/document.test.ts',
    called: 'is rate limited by client, however the path is written',
    says: /expected 0 to be greater than 20/,
  },
  {
    name: 'whoever asks in a loop without a key is answered at once',
    edits: [
      {
        file: 'src/api/rest/late.ts',
        find: 'if (!isWithoutKey(request, reply)) return goOn();',
        put: 'if (!isWithoutKey(request, reply) || reply.statusCode >= 200) return goOn();',
      },
    ],
    test: 'test/api/document.test.ts',
    called: 'little to do: each is answered late',
    says: /expected \d+ to be less than 400/,
  },
  {
    name: 'the description is sent whole to whoever has it',
    edits: [
      {
        file: 'src/api/rest/document.ts',
        find: "if (isKnown(headers['if-none-match'], etag))",
        put: "if (isKnown(headers['if-none-match'], `${etag} of before`))",
      },
    ],
    test: 'test/api/document.test.ts',
    called: 'is not sent again to a client that has it',
    says: /304/,
  },
  {
    name: 'the description is sent as it stands, whatever coding is taken',
    edits: [
      {
        file: 'src/api/rest/document.ts',
        find: "const coding = codingOf(headers['accept-encoding']);",
        put: "const coding = codingOf(headers['accept-encoding']?.slice(0, 0));",
      },
    ],
    test: 'test/api/document.test.ts',
    called: 'has the same content in every encoding',
    says: /"br"/,
  },
  {
    name: 'an event is believed because the bus brings it',
    edits: [
      {
        file: 'src/api/feed.ts',
        find: 'if (reader.ask.accountId === event.accountId) reader.catchUp(event.position);',
        put: `if (reader.ask.accountId === event.accountId) reader.believe(event);`,
      },
      {
        file: 'src/api/feed.ts',
        find: '  /** Marks the reader as behind, so that it reads the log. */',
        put: `  believe(event: object): void {
    this.#position += 1n;
    void this.deliver(event as LoggedEvent);
  }

  /** Marks the reader as behind, so that it reads the log. */`,
      },
    ],
    test: 'test/api/feed.test.ts',
    called: 'an event forged on the broker at the position of',
    says: /expected/,
  },
  {
    name: 'the broker lets in whoever comes',
    edits: [
      {
        file: 'docker-compose.yml',
        find: '      - --user\n      - psp\n      - --pass\n      - ${NATS_PASSWORD:?make and keep it, see above}\n',
        put: '',
      },
    ],
    test: 'test/compose.test.ts',
    called: 'the database and the broker need the generated password',
    says: /expected '.*' to be/,
  },
  {
    name: 'a sealed value opens in another row',
    edits: [
      {
        file: 'src/adapters/crypto/vault.ts',
        find: 'JSON.stringify([FORM, keyId, noun, field, id])',
        put: 'JSON.stringify([FORM, keyId, noun, field, id.slice(0, 0)])',
      },
    ],
    test: 'test/adapters/place.test.ts',
    called: '',
    says: /expected/,
  },
  {
    name: 'the audit log may be changed',
    edits: [
      {
        file: 'migrations/0001_account.sql',
        find: 'before update or delete or truncate on audit_entry',
        put: 'before truncate on audit_entry',
      },
    ],
    test: 'test/adapters/ledger.test.ts',
    called: 'a changed audit entry',
    says: /expected/,
  },
  {
    name: 'the checker takes an audit entry for what was written, whatever it says',
    edits: [
      {
        file: 'src/adapters/postgres/check/audit.ts',
        find: 'or l.hash <> audit_hash(l.previous, e)',
        put: '',
      },
    ],
    test: 'test/adapters/check.test.ts',
    called: 'each audit entry has the hash of the entry before it; none was changed or removed',
    says: /expected|undefined/,
  },
  {
    name: 'of two Authorization headers one is heeded',
    edits: [
      {
        file: 'src/api/header.ts',
        find: 'if (seen.has(name))',
        put: 'if (seen.has(name) && seen.has(param))',
      },
    ],
    test: 'test/api/door.test.ts',
    called: 'may not be repeated:',
    says: /expected/,
  },
  {
    name: 'a body may come for longer than a request may take',
    edits: [
      {
        file: 'src/api/connection.ts',
        find: 'const requestMs = 30_000;',
        put: 'const requestMs = 60_000;',
      },
    ],
    test: 'test/api/door.test.ts',
    called: 'a slow body ends with the time limit of its request',
    says: /expected 60000 to be 30000/,
  },
  {
    name: 'the time of a refusal tells that the start of a key is known',
    edits: [
      {
        file: 'src/api/caller.ts',
        find: 'if (present !== undefined)',
        put: "if (present !== undefined && name === '')",
      },
    ],
    test: 'test/api/caller.test.ts',
    called: 'a wrong secret with a known prefix costs the lookup of an unknown key',
    says: /\[ 1, 1, \+?0, 1 \]/,
  },
  {
    name: 'whoever leaves is an error in the log',
    edits: [
      {
        file: 'src/api/connection.ts',
        find: 'return destroyed && !complete',
        put: 'return destroyed && complete',
      },
    ],
    test: 'test/api/door.test.ts',
    called: 'a caller that disconnects before the request is complete causes no error in the log',
    says: /expected/,
  },
  {
    name: 'whoever says that he is a proxy is believed',
    edits: [
      {
        file: 'src/api/address.ts',
        find: 'ranges.length > 0 && isWithin(address, ranges);',
        put: 'ranges.length === 0 || isWithin(address, ranges);',
      },
    ],
    test: 'test/api/address.test.ts',
    called: 'no proxy is named',
    says: /expected '198\.51\.100\.1' to be '10\.0\.0\.7'/,
  },
  {
    name: 'the internal listener answers to whatever name',
    edits: [
      {
        file: 'src/main/http-internal.ts',
        find: 'return known.has(hostname) ||',
        put: "return known.has(hostname) || host !== '' ||",
      },
    ],
    test: 'test/main/http-internal.test.ts',
    called: 'answers a request for',
    says: /expected 'HTTP\/1\.1 200 OK' to contain ' 421 '/,
  },
  {
    name: 'characters that nobody sees stand in names',
    edits: [
      {
        file: 'src/domain/text.ts',
        find: String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`,
        put: String.raw`[\p{Cc}\p{Zl}\p{Zp}]`,
      },
    ],
    test: 'test/domain/text.test.ts',
    called: '',
    says: /expected/,
  },
  ...clockMistakes,
  ...edgeMistakes,
  ...fieldMistakes,
  ...groupMistakes,
  ...readingMistakes,
  ...textMistakes,
  ...truthMistakes,
  ...webhookMistakes,
];
