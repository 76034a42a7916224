import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';
import Provider from 'oidc-provider';

const clientId = 'console';
const clientSecret = 'a-secret-of-the-console-and-its-issuer';
const algorithm = 'RS256';

type Claims = Readonly<Record<string, unknown>>;
type Handle = (request: IncomingMessage, answer: ServerResponse) => Promise<void>;

/** A person at the issuer. */
interface Person {
  readonly email: string;
  readonly groups: readonly string[];
}

/** An OpenID Connect issuer on loopback. Whoever comes is signed in as the present person, without a form. */
export interface TestIssuer {
  readonly url: string;
  readonly clientId: string;
  /** The settings of a service whose operators sign in here. */
  readonly settings: Readonly<Record<string, string>>;
  /** Lets the console at that origin use the issuer. */
  serve(consoleOrigin: string): Promise<void>;
  /** Who signs in from now on. */
  person: string;
  readonly people: Map<string, Person>;
  /** What becomes of the claims of ID tokens before they are signed. */
  bend: ((claims: Claims) => Claims) | undefined;
  /** A token signed with the issuer's key, or with another. */
  readonly sign: (claims: Claims, by?: { readonly isOther?: true }) => Promise<string>;
  close(): Promise<void>;
}

export async function openIssuer(): Promise<TestIssuer> {
  const [own, other] = await Promise.all([newKey(), newKey()]);
  let handle: Handle | undefined;
  const server = createServer((request, answer) => void handle?.(request, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const issuer: TestIssuer = {
    url,
    clientId,
    people,
    person: '',
    bend: undefined,
    settings: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_ROLES: 'groups:payments-admins=admin,groups:payments-viewers=viewer',
    },
    async serve(consoleOrigin) {
      const jwk = { ...(await jose.exportJWK(own)), kid: 'own', alg: algorithm };
      const provider = providerAt(url, { consoleOrigin, people, jwk });
      const answerBy = provider.callback();
      handle = async (request, answer) => {
        if (request.url?.startsWith('/interaction/')) {
          const login = { accountId: issuer.person };
          return provider.interactionFinished(request, answer, { login }, { mergeWithLastSubmission: false });
        }
        if (request.url === '/token' && issuer.bend) bendAnswer(answer, issuer.bend, issuer.sign);
        return answerBy(request, answer);
      };
    },
    sign: (claims, { isOther } = {}) =>
      new jose.SignJWT({ ...claims })
        .setProtectedHeader({ alg: algorithm, kid: 'own' })
        .sign(isOther ? other : own),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return issuer;
}

async function newKey(): Promise<jose.CryptoKey> {
  return (await jose.generateKeyPair(algorithm, { extractable: true })).privateKey;
}

interface Serving {
  readonly consoleOrigin: string;
  readonly people: ReadonlyMap<string, Person>;
  readonly jwk: jose.JWK;
}

function providerAt(url: string, { consoleOrigin, people, jwk }: Serving): Provider {
  return new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${consoleOrigin}/console/signed-in`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${consoleOrigin}/console/oidc/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a-key-of-the-test-issuer'] },
    pkce: { required: () => true },
    // Its own way out needs the undici of Node, and this service loads another.
    fetch: (url, { method, headers, body } = {}) =>
      fetch(url, { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }),
    claims: { openid: ['sub', 'groups'], email: ['email'], profile: ['name'] },
    conformIdTokenClaims: false,
    scopes: ['openid', 'profile', 'email'],
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
}

/** Signs the ID token of the answer anew, with other claims. */
function bendAnswer(
  answer: ServerResponse,
  bend: (claims: Claims) => Claims,
  sign: TestIssuer['sign'],
): void {
  const end: (text: string) => unknown = answer.end.bind(answer);
  answer.end = (body: unknown) => {
    const form = JSON.parse(String(body)) as Record<string, string>;
    const claims = jose.decodeJwt(form['id_token'] ?? '');
    void sign(bend(claims)).then((token) => {
      const text = JSON.stringify({ ...form, id_token: token });
      answer.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    });
    return answer;
  };
}

/** A browser without a screen: it keeps cookies and follows the issuer's redirects. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();

  /** Goes to the address, and on until the console's origin; the address there. */
  async follow(address: string, consoleOrigin: string): Promise<URL> {
    for (let at = new URL(address), hop = 0; hop < 10; hop += 1) {
      if (at.origin === consoleOrigin) return at;
      const response = await this.fetch(at.href);
      const next = response.headers.get('location');
      if (next === null) throw new Error(`${at.href} answered ${response.status}: ${await response.text()}`);
      at = new URL(next, at);
    }
    throw new Error('the issuer redirects for ever');
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { cookie },
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Signs out at the issuer, which then tells its clients. */
  async signOutAt({ url }: Pick<TestIssuer, 'url'>): Promise<void> {
    const form = await (await this.fetch(`${url}/session/end`)).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(form) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await this.fetch(`${url}/session/end/confirm`, { method: 'POST', body });
  }
}
