import type { OperatorRole } from '../domain/operator.js';

/** What ties a sign-in at the issuer to the browser that began it. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

/** A person as the issuer knows them. */
export interface IssuedPerson {
  readonly subject: string;
  /** For people: an e-mail address, or another name. */
  readonly name: string;
  /** Normalised as in `domain/email.ts`; absent if the issuer gives none, or says that it is not verified. */
  readonly email?: string | undefined;
  /** The highest role that their claims give them; absent: none. */
  readonly role?: OperatorRole | undefined;
  /** The session at the issuer, which it may end. */
  readonly issuerSession?: string | undefined;
  /** When the issuer last asked the person to prove who they are. */
  readonly provenAt?: Date | undefined;
}

/** Whose sessions the issuer wants ended: one session, or all of a person. */
export interface IssuerLogout {
  readonly subject?: string | undefined;
  readonly issuerSession?: string | undefined;
}

/** The OpenID Connect issuer by which operators sign in. */
export interface Issuer {
  readonly url: string;
  /** Where the browser goes to sign in. */
  signInUrl(
    ask: SignInSecrets & {
      readonly redirectUri: string;
      /** The issuer asks the person who they are, even if they are signed in there. */
      readonly isFresh: boolean;
    },
  ): Promise<string>;
  /** The person, if the answer in the address is one of the issuer to these secrets; undefined otherwise. */
  personOf(answer: SignInSecrets & { readonly address: string }): Promise<IssuedPerson | undefined>;
  /** What a logout token asks for; undefined if it is not one of the issuer for this client. */
  logoutOf(token: string): Promise<IssuerLogout | undefined>;
}
