import type { Mistake } from './list.js';

const size = 'test/api/size.test.ts';
const keyless = 'test/fuzz/keyless.test.ts';
const strangers = ' requests without a key get an allowed answer';
const noFurther = 'our checks never run on a value that another check refused';

/** Issue 54: faults of reading requests that the fuzzer found. */
export const readingMistakes: readonly Mistake[] = [
  {
    name: 'a Content-Type that cannot be read is judged by the framework',
    edits: [
      {
        file: 'src/api/error.ts',
        find: `FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',`,
        put: `FST_ERR_CTP_INVALID_MEDIA_TYPE: 'invalid_request',`,
      },
    ],
    test: 'test/api/framing.test.ts',
    called: 'treats an empty or unreadable Content-Type like an unsupported one',
    says: /404, 400,400,400/,
  },
  {
    name: 'the error page of a form tells of no media type',
    edits: [
      {
        file: 'src/api/pages/server.ts',
        find: `'broken', { ...plain, status });`,
        put: `'broken', { ...plain, status: Math.min(status, 400) });`,
      },
    ],
    test: 'test/pages/guard.test.ts',
    called: 'accepts a form of sixteen kilobytes, as browsers send it, and nothing larger',
    says: /expected 400 to be 413/,
  },
  {
    name: 'HEAD opens a stream of events',
    edits: [
      {
        file: 'src/api/pages/server.ts',
        find: `if (request.method === 'HEAD') return reply.headers(streamHeaders)`,
        put: `if (request.method === 'TRACE') return reply.headers(streamHeaders)`,
      },
    ],
    test: 'test/pages/end.test.ts',
    called: 'is updated by a stream; the third one of a session polls instead',
    says: /204|other side closed/,
  },
  {
    name: 'a form with a Content-Type that cannot be read is a fault of the service',
    edits: [
      {
        file: 'src/api/pages/server.ts',
        find: 'const refusal = refusalOf(error, request.raw);',
        put: 'const refusal = error instanceof TooManyRequests ? error : undefined;',
      },
    ],
    test: keyless,
    called: strangers,
    says: /answered 500/,
  },
  {
    name: 'the stream of a page has no X-Request-Id',
    edits: [
      {
        file: 'src/api/connection.ts',
        find: 'Object.entries({ ...reply.getHeaders(), ...headers })',
        put: 'Object.entries(headers)',
      },
    ],
    test: 'test/pages/end.test.ts',
    called: 'is updated by a stream; the third one of a session polls instead',
    says: /\^req_|match/,
  },
  {
    name: 'a text that is no number is read as money',
    edits: [
      {
        file: 'src/domain/money.ts',
        find: 'if (!numberPattern.test(text)) return undefined;',
        put: 'if (text.length > 1_000) return undefined;',
      },
    ],
    test: 'test/domain/money.test.ts',
    called: 'is not an amount',
    says: /to be undefined/,
  },
  {
    name: 'a refinement of a notice runs on what its checks have refused',
    edits: [
      {
        file: 'src/adapters/providers/connector/protocol.ts',
        find: `{ path: ['amount'], when: ({ issues }: z.core.ParsePayload) => issues.length === 0 };`,
        put: `{ path: ['amount'] };`,
      },
    ],
    test: size,
    called: noFurther,
    says: /"notice"/,
  },
  {
    name: 'a refinement of a body runs on what its checks have refused',
    edits: [
      {
        file: 'src/api/field.ts',
        find: '      error: ({ input }) => hiddenFault(String(input), count),\n      abort: true,',
        put: '      error: ({ input }) => hiddenFault(String(input), count),',
      },
    ],
    test: size,
    called: noFurther,
    says: /logo_url/,
  },
  {
    name: 'less than no time is left for the work of a request',
    edits: [
      {
        file: 'src/api/deadline.ts',
        find: 'Math.max(0, answerMs - elapsedMs);',
        put: 'answerMs - elapsedMs;',
      },
    ],
    test: 'test/api/deadline.test.ts',
    called: ' ms are left for its work',
    says: /expected -1 to be/,
  },
  {
    name: 'a head of HEAD that is too large is answered with a body',
    edits: [
      {
        file: 'src/api/rest/client-error.ts',
        find: `parsed.startsWith('HEAD ') &&`,
        put: `parsed.startsWith('HEAD  ') &&`,
      },
    ],
    test: 'test/api/order.test.ts',
    called: 'a head that is too large is refused, without a body for HEAD',
    says: /HEAD: expected false to be true/,
  },
];
