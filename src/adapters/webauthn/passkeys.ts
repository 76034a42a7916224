import type { AuthenticatorTransport } from '@simplewebauthn/server';
import { isAddress } from '../../domain/address.js';
import { challengeMs } from '../../domain/passkey.js';
import type { Challenge, CreatedCredential, CredentialAnswer, Passkeys } from '../../ports/passkeys.js';

/** Loaded at the first use: its 300 modules would take a tenth of every start. */
const library = () => import('@simplewebauthn/server');

/** COSE: EdDSA, ES256 and RS256, which every authenticator has one of. */
const algorithms = [-8, -7, -257];

/** The dashboard is never shown in a frame, so an answer from a frame is refused. */
interface ClientData {
  readonly challenge?: unknown;
  readonly crossOrigin?: unknown;
}

type Known = Parameters<Passkeys['toSign']>[0];

const asListed = (known: Known) =>
  known.map(({ credentialId: id, transports }) => ({
    id,
    transports: transports as AuthenticatorTransport[],
  }));

/** Passkeys at that origin, if its host is a name: browsers keep no passkeys for an address. */
export function passkeysAt(origin: string | undefined): Passkeys | undefined {
  const host = origin === undefined ? '' : new URL(origin).hostname;
  const isName = origin !== undefined && !host.startsWith('[') && !isAddress(host);
  return isName ? webauthnPasskeys(origin) : undefined;
}

/** WebAuthn for the site at that origin. */
function webauthnPasskeys(origin: string): Passkeys {
  const { hostname: rpId } = new URL(origin);
  const expected = { expectedOrigin: origin, expectedRPID: rpId, requireUserVerification: true } as const;
  return {
    rpId,
    async toCreate({ memberId, name, displayName, known }) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: 'Payments dashboard',
        rpID: rpId,
        userID: new Uint8Array(Buffer.from(memberId)),
        userName: name,
        userDisplayName: displayName,
        timeout: challengeMs,
        attestationType: 'none',
        excludeCredentials: asListed(known),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
      return challengeIn(options);
    },
    async toSign(known) {
      const { generateAuthenticationOptions } = await library();
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        timeout: challengeMs,
        userVerification: 'required',
        ...(known.length > 0 && { allowCredentials: asListed(known) }),
      });
      return challengeIn(options);
    },
    challengeOf(answer) {
      const { challenge } = clientDataOf(answer) ?? {};
      return typeof challenge === 'string' ? challenge : undefined;
    },
    created: (answer, challenge) => orRefused(() => created(answer, { ...expected, challenge })),
    signed: (answer, challenge, passkey) =>
      orRefused(() => signed(answer, { ...expected, challenge, passkey })),
  };
}

const challengeIn = (options: { readonly challenge: string }): Challenge => ({
  challenge: options.challenge,
  options: { ...options },
});

/** Undefined unless it is a JSON object in base64url. */
function clientDataOf({ clientData }: { readonly clientData: string }): ClientData | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString());
    return typeof read === 'object' && read !== null ? read : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws for every answer that it does not accept. */
async function orRefused<T>(verify: () => Promise<T | undefined>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

interface Expected {
  readonly challenge: string;
  readonly expectedOrigin: string;
  readonly expectedRPID: string;
  readonly requireUserVerification: true;
}

async function created(answer: CreatedCredential, { challenge, ...expected }: Expected) {
  if (clientDataOf(answer)?.crossOrigin === true) return undefined;
  if (!(await isUnattested(answer.attestationObject))) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { id, clientData, attestationObject } = answer;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, attestationObject },
    },
    expectedChallenge: challenge,
    supportedAlgorithmIDs: algorithms,
    ...expected,
  });
  if (!verified || registrationInfo.credential.id !== id) return undefined;
  const { publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter: String(counter),
  };
}

/**
 * Whether it brings no certificate. None is asked for, and the library would fetch the revocation list that a certificate
 * names: from any address that the sender likes.
 */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

type Signer = Parameters<Passkeys['signed']>[2];

async function signed(
  answer: CredentialAnswer,
  { challenge, passkey, ...expected }: Expected & { readonly passkey: Signer },
): Promise<number | undefined> {
  if (clientDataOf(answer)?.crossOrigin === true) return undefined;
  const { id, clientData, authenticatorData, signature, userHandle } = answer;
  // The handle is the member's id: with another handle, the passkey belongs to another member.
  if (userHandle !== '' && Buffer.from(userHandle, 'base64url').toString() !== passkey.memberId)
    return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientData, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    // The counter is judged by the rules, under the lock of the passkey.
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: 0,
    },
    ...expected,
  });
  return verified ? authenticationInfo.newCounter : undefined;
}
