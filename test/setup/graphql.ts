import { expect } from 'vitest';
import type { OperatorRole } from '../../src/domain/operator.js';
import { createOperator } from '../../src/usecases/operator.js';
import { operator, withHand } from './hand.js';
import type { RunningService } from './running.js';

export interface GraphqlFault {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** An answer of /graphql. */
export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly GraphqlFault[];
  /** The value at a dotted path of the data, undefined where there is none. */
  at(path: string): unknown;
  /** The codes of all errors, with their params. */
  codes(): string[];
}

export type Ask = (query: string, variables?: Readonly<Record<string, unknown>>) => Promise<GraphqlAnswer>;

/** Asks whatever is served at that address. */
export function asker(url: string, token: string | null): Ask {
  return async (query, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    });
    return answerOf(response, await response.text());
  };
}

/** A new operator of that role, by its questions; `token` is its own. */
export async function operatorOf(
  service: Pick<RunningService, 'env' | 'internalUrl'>,
  role: OperatorRole,
): Promise<{ id: string; token: string; ask: Ask; get: Ask }> {
  const { token, registered } = await withHand(service, (ports) =>
    createOperator(ports, operator, { name: `the ${role}`, role, expiresAt: null }),
  );
  const ask = asker(service.internalUrl, token);
  return { id: registered.id, token, ask, get: withoutErrors(ask) };
}

/** Fails the test where the answer holds an error. */
export function withoutErrors(ask: Ask): Ask {
  return async (query, variables) => {
    const answered = await ask(query, variables);
    expect(answered.errors, answered.text).toEqual([]);
    return answered;
  };
}

export function answerOf(response: Response, text: string): GraphqlAnswer {
  const body = JSON.parse(text) as { data?: Record<string, unknown> | null; errors?: GraphqlFault[] };
  const { data, errors = [] } = body;
  return {
    status: response.status,
    headers: response.headers,
    text,
    data,
    errors,
    at: (path) =>
      path
        .split('.')
        .reduce<unknown>(
          (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
          data,
        ),
    codes: () =>
      errors.map(({ extensions: { code, param } }) => [code, param].filter((part) => part).join(' ')),
  };
}
