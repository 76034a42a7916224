import type { Passkey } from '../domain/passkey.js';

/** A challenge as the browser repeats it in its answer, and the options in which the browser gets it. */
export interface Challenge {
  readonly challenge: string;
  /** For `navigator.credentials`, in the JSON form of WebAuthn level 3. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The browser's answer to `create`; every text is base64url. */
export interface CreatedCredential {
  readonly id: string;
  readonly clientData: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

/** The browser's answer to `get`; every text is base64url. */
export interface CredentialAnswer {
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string;
}

/** WebAuthn for the one site of the dashboard. Users are verified by their authenticator, always. */
export interface Passkeys {
  /** Name of the site: the host of PUBLIC_URL. */
  readonly rpId: string;
  toCreate(ask: {
    readonly memberId: string;
    readonly name: string;
    readonly displayName: string;
    readonly known: readonly Pick<Passkey, 'credentialId' | 'transports'>[];
  }): Promise<Challenge>;
  /** For these passkeys; with none, for whichever of the site the person picks. */
  toSign(known: readonly Pick<Passkey, 'credentialId' | 'transports'>[]): Promise<Challenge>;
  /** The challenge that an answer repeats; undefined if the answer has none. */
  challengeOf(answer: { readonly clientData: string }): string | undefined;
  /** Undefined if the answer is not one to that challenge, from this site, with the user verified. */
  created(
    answer: CreatedCredential,
    challenge: string,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> | undefined>;
  /** The counter that the authenticator reports; undefined if the passkey did not sign that challenge for this site. */
  signed(
    answer: CredentialAnswer,
    challenge: string,
    passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'memberId'>,
  ): Promise<number | undefined>;
}
