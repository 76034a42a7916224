import * as jose from 'jose';
import * as oidc from 'openid-client';
import { addressOf } from '../../domain/email.js';
import { operatorRoles, type OperatorRole } from '../../domain/operator.js';
import { refuse } from '../../domain/refusal.js';
import type { Issuer, IssuedPerson } from '../../ports/issuer.js';
import type { Log } from '../../ports/log.js';

/** A claim value that grants a role. */
export interface RoleRule {
  /** Name of the claim. Dots separate the names of nested objects. */
  readonly claim: string;
  readonly value: string;
  readonly role: OperatorRole;
}

export interface IssuerSettings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly roles: readonly RoleRule[];
}

/** One request to the issuer, guarded like every request to the outside. */
type Call = (
  url: string,
  ask: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | undefined;
  },
) => Promise<{
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}>;

interface Means {
  readonly call: Call;
  readonly log: Log;
}

/** How far the issuer's clock may be from ours, in seconds. */
const skewSeconds = 30;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const nameMost = 200;

/** A fetch function for the libraries, over the guarded client. */
function fetchBy(call: Call): oidc.CustomFetch {
  return async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined;
    const answer = await call(url, { method, headers, body: text });
    const isEmpty = [204, 205, 304].includes(answer.status);
    return new Response(isEmpty ? null : new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

/** The client authentication that the issuer supports. OpenID Connect Discovery 1.0: HTTP Basic if the issuer lists none. */
const authentication =
  (secret: string): oidc.ClientAuth =>
  (server, ...ask) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    const by = isBasic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    by(server, ...ask);
  };

/** Discovery runs at the first use, and again after a failure. */
export function oidcIssuer(
  { url, clientId, clientSecret, roles }: IssuerSettings,
  { call, log }: Means,
): Issuer {
  const fetching = fetchBy(call);
  let reading: Promise<oidc.Configuration> | undefined;
  const discover = async (): Promise<oidc.Configuration> => {
    const isPlain = url.startsWith('http:');
    const execute = [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])];
    const options = { execute, [oidc.customFetch]: fetching };
    const metadata = { [oidc.clockTolerance]: skewSeconds };
    return oidc.discovery(new URL(url), clientId, metadata, authentication(clientSecret), options);
  };
  const configuration = (): Promise<oidc.Configuration> =>
    (reading ??= discover().catch((error: unknown) => {
      reading = undefined;
      log.warn({ err: error }, 'issuer of operators not reachable');
      return refuse('temporarily_unavailable', 'The issuer gives no answer; try again later.');
    }));
  return {
    url,
    async signInUrl({ redirectUri, state, nonce, verifier, isFresh }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier);
      const parameters = { redirect_uri: redirectUri, scope: 'openid profile email', state, nonce };
      const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
      const again = isFresh ? { prompt: 'login', max_age: '0' } : {};
      return oidc.buildAuthorizationUrl(await configuration(), { ...parameters, ...pkce, ...again }).href;
    },
    async personOf({ address, state, nonce, verifier }) {
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      };
      const known = await configuration();
      try {
        const answer = await oidc.authorizationCodeGrant(known, new URL(address), checks);
        const claims = answer.claims();
        return claims && personIn(claims, roles);
      } catch (error) {
        log.warn({ err: error }, 'sign-in of an operator refused: the answer of the issuer is not valid');
        return undefined;
      }
    },
    async logoutOf(token) {
      const { issuer, jwks_uri: keysUrl = '' } = (await configuration()).serverMetadata();
      const expected = { issuer, audience: clientId, clockTolerance: skewSeconds, maxTokenAge: 300 };
      try {
        const { payload } = await jose.jwtVerify(token, keysAt(keysUrl, fetching), expected);
        return logoutIn(payload);
      } catch (error) {
        log.warn({ err: error }, 'logout by the issuer refused: its token is not valid');
        return undefined;
      }
    },
  };
}

/** The issuer's present keys. */
const keysAt = (url: string, fetching: oidc.CustomFetch) =>
  jose.createRemoteJWKSet(new URL(url), {
    [jose.customFetch]: (at, { method, headers }) =>
      fetching(at, { method, headers: Object.fromEntries(headers), body: null, redirect: 'manual' }),
  });

/** OpenID Connect Back-Channel Logout 1.0, section 2.4 and 2.6. */
function logoutIn({ sub, sid, events, nonce }: jose.JWTPayload) {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, logoutEvent);
  const issuerSession = typeof sid === 'string' ? sid : undefined;
  if (!isLogout || nonce !== undefined || (sub === undefined && issuerSession === undefined))
    return undefined;
  return { subject: sub, issuerSession };
}

function personIn(claims: oidc.IDToken, rules: readonly RoleRule[]): IssuedPerson {
  const { email } = claims;
  const names = [email, claims['preferred_username'], claims['name'], claims.sub];
  const name = names.find((each): each is string => typeof each === 'string' && each.trim() !== '');
  const matching = rules.filter(({ claim, value }) => valuesOf(claims, claim).includes(value));
  const at = claims.auth_time;
  return {
    subject: claims.sub,
    name: plainLine(name ?? claims.sub),
    email: typeof email === 'string' && claims['email_verified'] !== false ? addressOf(email) : undefined,
    role: operatorRoles.findLast((role) => matching.some((rule) => rule.role === role)),
    issuerSession: typeof claims['sid'] === 'string' ? claims['sid'] : undefined,
    provenAt: typeof at === 'number' ? new Date(at * 1_000) : undefined,
  };
}

/** A name for the audit log, on one line. */
const plainLine = (name: string): string =>
  Array.from(name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim())
    .slice(0, nameMost)
    .join('');

/** Values of a claim: the elements of a list, or the single value. */
function valuesOf(claims: Readonly<Record<string, unknown>>, claim: string): readonly unknown[] {
  const whole = claims[claim] ?? claim.split('.').reduce<unknown>(within, claims);
  return Array.isArray(whole) ? whole : [whole];
}

const within = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
