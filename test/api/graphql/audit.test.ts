import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOf } from '../../setup/graphql.js';
import { openService, type RunningService } from '../../setup/running.js';

let service: RunningService;
let token: string;

beforeAll(async () => {
  service = await openService();
  ({ token } = await operatorOf(service, 'admin'));
});
afterAll(() => service.stop());

type AuditSearch = Readonly<Record<string, string>>;

interface Sent {
  readonly method?: string;
  readonly headers?: AuditSearch;
  readonly body?: string;
}

const ask = ({ headers, ...sent }: Sent, search = ''): Promise<Response> =>
  fetch(`${service.internalUrl}/graphql${search}`, {
    ...sent,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

const read = (query: string): string => `?${new URLSearchParams({ query }).toString()}`;

async function summaryOf(response: Response) {
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: { message: string }[] };
  const type = response.headers.get('content-type')?.split(';')[0];
  return { status: response.status, type, data, message: errors?.[0]?.message };
}

describe('GraphQL over HTTP', () => {
  it('passes every audit of the public suite', async () => {
    const results = await auditServer({
      url: `${service.internalUrl}/graphql`,
      fetchFn: (url: string, { headers, ...init }: RequestInit = {}) =>
        fetch(url, { ...init, headers: { ...(headers as AuditSearch), authorization: `Bearer ${token}` } }),
    });
    expect(results.length).toBeGreaterThan(50);
    const short = results.map(({ id, name, status, ...rest }) => [
      status,
      id,
      name,
      'reason' in rest && rest.reason,
    ]);
    expect(short.filter(([status]) => status !== 'ok')).toEqual([]);
  });

  it.each([
    ['application/graphql-response+json', 400, 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json;q=0.9', 400, 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json;q=0.5', 200, 'application/json'],
    ['Application/GraphQL-Response+JSON;charset=utf-8', 400, 'application/graphql-response+json'],
    ['application/graphql-response+json;q=0', 200, 'application/json'],
    ['*/*', 200, 'application/json'],
    ['text/csv', 200, 'application/json'],
  ])('Accept: %s gets %i and %s for an invalid document', async (accept, status, type) => {
    const answer = await ask({
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: '{"query":"{ nothingOfThatName }"}',
    });
    expect(await summaryOf(answer)).toMatchObject({
      status,
      type,
      data: undefined,
      message: expect.stringContaining('nothingOfThatName') as string,
    });
  });

  it('a refusal before anything is read has the requested media type', async () => {
    const accept = 'application/graphql-response+json';
    const answer = await ask({ method: 'POST', headers: { accept, authorization: '' }, body: '{}' });
    expect(await summaryOf(answer)).toMatchObject({ status: 401, type: accept });
  });

  it('answers a query by GET, and only headers by HEAD', async () => {
    const search = read('{ __typename }');
    const response = await ask({}, search);
    const length = response.headers.get('content-length');
    expect(await summaryOf(response)).toMatchObject({ status: 200, data: { __typename: 'Query' } });
    const head = await ask({ method: 'HEAD' }, search);
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, length, '']);
  });

  it.each([
    [read('mutation { __typename }'), 405, 'Mutations need POST.'],
    ['', 400, 'query: is required; send a string.'],
    [`${read('{ __typename }')}&variables=[]`, 400, 'The body is not a JSON object; send one.'],
    [`${read('{ __typename }')}&query=x`, 400, 'query: is sent twice; send it once.'],
  ])('refuses GET /graphql%s', async (search, status, message) => {
    const answer = await ask({}, search);
    expect(answer.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(await summaryOf(answer)).toMatchObject({ status, message });
  });
});
