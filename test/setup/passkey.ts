import { expect } from 'vitest';
import { addPasskey as decidePasskey } from '../../src/domain/passkey.js';
import { withHand } from './hand.js';
import { newAuthenticator, type Authenticator, type Bent } from './authenticator.js';
import { queryRows } from './rows.js';
import { clientOf, type Answer, type Client, type RunningService } from './running.js';

/** Origin of the services that know passkeys. */
export const site = 'https://pay.example.com';

type Service = Pick<RunningService, 'call' | 'baseUrl'>;
type Options<F extends 'create' | 'get'> = Parameters<Authenticator[F]>[0];

/** Adds a passkey in the person's session; `bent` is what an honest browser would not send. */
export async function addPasskey(
  person: Client,
  {
    authenticator = newAuthenticator(site),
    name = 'Laptop',
    bent = {},
    language = 'en',
  }: {
    readonly authenticator?: Authenticator;
    readonly name?: string;
    readonly bent?: Bent;
    readonly language?: string;
  } = {},
): Promise<Answer> {
  const challenged = await person.post('/dashboard/passkeys/challenge');
  expect(challenged.status, challenged.text).toBe(200);
  const credential = authenticator.create(challenged.at('options') as Options<'create'>, bent);
  const headers = { 'Accept-Language': language };
  return person.post('/dashboard/passkeys', { name, credential }, { headers });
}

/** The person with a passkey of their own. */
export async function withPasskey(person: Client): Promise<Authenticator> {
  const authenticator = newAuthenticator(site);
  const added = await addPasskey(person, { authenticator });
  expect(added.status, added.text).toBe(201);
  return authenticator;
}

/** A challenge for whoever signs in. */
export async function askChallenge(service: Service): Promise<{ token: string; options: Options<'get'> }> {
  const challenged = await service.call('POST', '/dashboard/passkey-challenges', { key: null });
  expect(challenged.status, challenged.text).toBe(200);
  return { token: challenged.get('token'), options: challenged.at('options') as Options<'get'> };
}

/** Tries to sign in. */
export async function tryPasskey(service: Service, authenticator: Authenticator, bent: Bent = {}) {
  const { token, options } = await askChallenge(service);
  const body = { token, credential: authenticator.get(options, bent) };
  return service.call('POST', '/dashboard/passkey-sessions', { key: null, body });
}

/** The calls of a person who is signed in by a passkey. */
export async function personBy(service: Service, authenticator: Authenticator) {
  const opened = await tryPasskey(service, authenticator);
  expect(opened.status, opened.text).toBe(201);
  const token = opened.get('token');
  return { ...clientOf(service.baseUrl, token), token };
}

/** Gives a member a passkey that no browser holds; its id. */
export function passkeyOf(
  service: Pick<RunningService, 'env'>,
  accountId: string,
  memberId: string,
): Promise<string> {
  return withHand(service, (ports) =>
    ports.store.transaction(async (tx) => {
      const moment = await tx.moment();
      const id = moment.newId('passkey', moment.now);
      const name = ports.vault.encrypt('Lost', { noun: 'passkey', field: 'name', id });
      const key = { credentialId: id, publicKey: 'AAAA', counter: '0', transports: [], rpId: 'localhost' };
      await tx.record([decidePasskey(moment, { ...key, id, name, accountId, memberId }, 0)]);
      return id;
    }),
  );
}

/** The demo account's owner, with a passkey that no browser holds. */
export async function memberWithPasskey(service: RunningService): Promise<string> {
  const [owner] = await queryRows(
    service.databaseUrl,
    "select id from member where account_id = $1 and role = 'owner' and status = 'active'",
    [service.accountId],
  );
  const id = owner?.['id'] ?? '';
  await passkeyOf(service, service.accountId, id);
  return id;
}
