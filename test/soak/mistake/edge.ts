import type { Mistake } from './list.js';

const strangers = 'test/api/stranger.test.ts';
const check = 'src/api/rest/check.ts';

/** Mistakes in admission: slots, request bodies and rate limits. */
export const edgeMistakes: readonly Mistake[] = [
  {
    name: 'a request takes its slot before its body has arrived',
    edits: [
      {
        file: check,
        find: '    request.admitted = admitted;\n',
        put: '    request.admitted = admitted;\n    admitted.start();\n',
      },
    ],
    test: strangers,
    called: 'leave an account every response, though six hundred come from ',
    says: /expected/,
  },
  {
    name: 'a hook reads the body of a form, and its parser waits for ever',
    edits: [
      {
        file: check,
        find: `if (method !== 'GET' && method !== 'HEAD') return askForBody(raw, reply.raw);`,
        put: `if (method === 'PUT') return askForBody(raw, reply.raw);`,
      },
    ],
    test: 'test/api/framing.test.ts',
    called: 'answers every body framing once, and the same with or without a length',
    says: /chunked|the connection is open/,
  },
  {
    name: "the prefix of a key is taken for the account's own request",
    edits: [
      {
        file: 'src/api/caller.ts',
        find: 'vault.hasFingerprint(secret, key.fingerprint) &&',
        put: `(vault.hasFingerprint(secret, key.fingerprint) || secret !== '') &&`,
      },
    ],
    test: 'test/api/caller.test.ts',
    called: 'a cached key is compared by its whole secret, not by its prefix',
    says: /to be undefined/,
  },
  {
    name: 'limits count each address of an IPv6 network',
    edits: [{ file: 'src/domain/address.ts', find: 'const assigned = 4;', put: 'const assigned = 8;' }],
    test: 'test/api/address.test.ts',
    called: 'is the same for every address of a /64, and another for the next /64',
    says: /to be/,
  },
  {
    name: 'a forwarded address with a port is not read',
    edits: [{ file: 'src/api/address.ts', find: '(?::[0-9]{1,5})?$/;', put: '$/;' }],
    test: 'test/api/address.test.ts',
    called: 'a proxy adds the port',
    says: /to be/,
  },
  {
    name: 'one client holds any number of connections',
    edits: [
      {
        file: 'src/api/connection.ts',
        find: 'held.of(holder) >= mostOfOne',
        put: 'held.of(holder) >= 1_000 * mostOfOne',
      },
    ],
    test: strangers,
    called: 'are closed above a fixed number, and those of another client are served',
    says: /expected/,
  },
  {
    name: 'an unknown path costs its key nothing',
    edits: [
      {
        file: check,
        find: 'if (caller !== undefined) this.#drawOf(caller, reply);',
        put: `if (caller !== undefined) reply.header('Vary', 'Authorization');`,
      },
    ],
    test: strangers,
    called: ' counts against the rate limit of its key',
    says: /expected/,
  },
  {
    name: 'an unknown path costs its client nothing',
    edits: [
      {
        file: check,
        find: 'throw this.#options.keyless.refusal(request.raw) ?? refusal;',
        put: 'throw refusal;',
      },
    ],
    test: strangers,
    called: ' counts against its client without a key',
    says: /to deeply equal/,
  },
  {
    name: 'a health check without a host is misdirected',
    edits: [
      {
        file: 'src/main/http-internal.ts',
        find: `host === '' && hostless.has(path);`,
        put: `host !== '' && hostless.has(path);`,
      },
    ],
    test: 'test/main/http-internal.test.ts',
    called: "by HTTP/1.0 without Host, as HAProxy's check asks",
    says: /421/,
  },
  {
    name: 'docker-compose lets one process alone be scraped by its name',
    edits: [
      {
        file: 'docker-compose.yml',
        find: 'INTERNAL_HOST_NAMES: api-1,api-2,worker-1,worker-2',
        put: 'INTERNAL_HOST_NAMES: api-1',
      },
    ],
    test: 'test/compose.test.ts',
    called: 'every process can be scraped under the name of its service',
    says: /to deeply equal/,
  },
  {
    name: 'a key that is limited to networks may be used from anywhere',
    edits: [{ file: check, find: 'if (networks.length > 0 && ', put: 'if (networks.length > 9 && ' }],
    test: 'test/journeys/key-limit.test.ts',
    called: 'to networks is refused from other addresses',
    says: /error\.code/,
  },
  {
    name: 'a key that may read a noun may write it',
    edits: [
      {
        file: 'src/domain/permission.ts',
        find: "(scope === 'read' && permissions.includes(",
        put: '(scope !== undefined && permissions.includes(',
      },
    ],
    test: 'test/domain/permission.test.ts',
    called: 'that reads payouts',
    says: /to be false/,
  },
];
