import { useSyncExternalStore } from 'react';
import { newSignal } from './signal.js';
import { textOf } from './text.js';
import { refusalText } from './words/refusal.js';
import { words } from './words/speech.js';

/** A refusal by the service, or the lack of an answer. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

export interface Loaded<D> {
  readonly data: D;
  /** Parts of the answer that failed. */
  readonly gaps: readonly string[];
}

const { graphql = '/graphql', program = 'console' } = document.documentElement.dataset;
const tokenName = `psp.${program}.token`;
const accountName = `psp.${program}.account`;
const { subscribe, changed } = newSignal();
let token = sessionStorage.getItem(tokenName) ?? '';
let farewell = '';
let account = sessionStorage.getItem(accountName) ?? '';

/** The token is kept in this tab only: in memory and session storage, never in a cookie or URL. */
export const useToken = (): string => useSyncExternalStore(subscribe, () => token);
export const authorization = (): string => `Bearer ${token}`;
export const lastFarewell = (): string => farewell;
export const onSession = subscribe;

let isEntered = false;

/** Whether the person signed in since the page was loaded. */
export const hasEntered = (): boolean => isEntered;

export function enter(entered: string): void {
  isEntered = true;
  token = entered;
  farewell = '';
  sessionStorage.setItem(tokenName, entered);
  changed();
}

/** The account that a member with several accounts acts for; empty: the first. */
export const chosenAccount = (): string => account;
export const useChosenAccount = (): string => useSyncExternalStore(subscribe, chosenAccount);

export function chooseAccount(id: string): void {
  account = id;
  sessionStorage.setItem(accountName, id);
  changed();
}

const baseHeaders = (): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: authorization(),
  ...(account !== '' && { 'platform-account': account }),
});

export function leave(why = ''): void {
  token = '';
  account = '';
  farewell = why;
  sessionStorage.clear();
  changed();
}

const deviceName = 'psp.device';

/** Random text by which the service knows this browser again at the next sign-in; it opens nothing. */
export function deviceId(): string {
  const known = localStorage.getItem(deviceName);
  if (known !== null) return known;
  const made = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '').slice(0, 40);
  localStorage.setItem(deviceName, made);
  return made;
}

interface Answer<D> {
  readonly data?: D | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: Readonly<Record<string, unknown>>;
  }[];
}

/** Requests time out after this. */
const answerWithinMs = 30_000;

/** Sends a GraphQL request with the token of this tab. */
export const askByHttp = (request: object, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(graphql, {
    method: 'POST',
    headers: { ...baseHeaders(), accept: 'application/graphql-response+json' },
    body: JSON.stringify(request),
    signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), ...(signal ? [signal] : [])]),
  });

let prove: (() => Promise<void>) | undefined;
/** Called when the service requires a fresh proof of identity. Resolves when the service has accepted the proof. */
export const onProofNeeded = (ask: typeof prove): void => {
  prove = ask;
};

/** Sends the request; after `confirmation_required`, sends it again once the person has confirmed. */
async function withProof<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isNeeded = error instanceof Refused && error.code === 'confirmation_required';
    if (!isNeeded || prove === undefined) throw error;
    await prove();
    return work();
  }
}

/** Sends a query over HTTP. Failed parts are returned along with the data; without any data it throws. */
export const send = <D>(
  query: string,
  variables: object = {},
  signal: AbortSignal | null = null,
): Promise<Loaded<D>> => withProof(() => sendOnce<D>(query, variables, signal));

async function sendOnce<D>(query: string, variables: object, signal: AbortSignal | null): Promise<Loaded<D>> {
  const sentWith = token;
  const response = await askByHttp({ query, variables }, signal).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refused('no_answer', words.part.noAnswer);
  });
  const answer = (await response.json().catch(() => {
    throw new Refused('no_answer', words.part.withoutBody(response.status));
  })) as Answer<D>;
  const { data, errors = [] } = answer;
  const [first] = errors;
  if (response.status === 401 && sentWith === token && token !== '') leave(words.entry.tokenRevoked);
  if (data === undefined || data === null || (first !== undefined && isEmpty(data))) {
    const { code = 'internal_error', ...details } = first?.extensions ?? {};
    throw new Refused(
      textOf(code),
      first ? refusalText(textOf(code), first.message, textOf(details['param'])) : words.part.withoutData,
      details,
    );
  }
  return { data, gaps: errors.map(gapText) };
}

type AnswerError = NonNullable<Answer<unknown>['errors']>[number];

const gapText = ({ message, path = [], extensions = {} }: AnswerError): string =>
  `${path.join('.')}: ${refusalText(textOf(extensions['code']), message)}`;

const isEmpty = (data: object): boolean => Object.values(data).every((each) => each === null);

/** Signing in uses REST. */
export async function post(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const errorBody = (await response.json()) as { error?: { code: string; message: string } };
  const { error } = errorBody;
  if (error) throw new Refused(error.code, refusalText(error.code, error.message));
  return errorBody as Readonly<Record<string, unknown>>;
}

interface RestError {
  readonly code: string;
  readonly message: string;
  readonly param?: string;
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

interface Sent {
  readonly body?: object;
  readonly key?: string;
}

/** Calls an operation of /v1. A Blob is sent unchanged with its media type; other bodies are sent as JSON. */
export const rest = (method: Method, path: string, sent: Sent = {}): Promise<Response> =>
  withProof(() => restOnce(method, path, sent));

async function restOnce(method: Method, path: string, { body, key }: Sent): Promise<Response> {
  const { 'content-type': json = '', ...headers } = baseHeaders();
  const isFile = body instanceof Blob;
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      ...(body && { 'content-type': isFile ? body.type : json }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerWithinMs),
  }).catch(() => {
    throw new Refused('no_answer', words.part.noAnswer);
  });
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { readonly error?: RestError };
  if (response.status === 401) leave(words.entry.sessionEnded);
  const { code = 'no_answer', message = words.part.answered(response.status), ...details } = error ?? {};
  throw new Refused(code, refusalText(code, message, textOf(error?.param)), details);
}
