import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { Refused } from './client.js';
import { words } from './words/speech.js';

/** The dialog was closed, took too long, or found no passkey: browsers do not say which. */
async function orClosed<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      throw new Refused('passkey_known', words.entry.passkeyKnown);
    throw new Refused('passkey_closed', words.entry.noPasskeyUsed);
  }
}

const transports = new Set<string>(['ble', 'hybrid', 'internal', 'nfc', 'usb']);

/** The browser makes a passkey; the answer as the service takes it. */
export async function makePasskey(options: object): Promise<object> {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await orClosed(startRegistration({ optionsJSON }));
  return {
    id,
    client_data: response.clientDataJSON,
    attestation_object: response.attestationObject,
    transports: (response.transports ?? []).filter((each) => transports.has(each)),
  };
}

/** The browser signs a challenge; the answer as the service takes it. */
export async function signWithPasskey(options: object): Promise<object> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await orClosed(startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    ...(userHandle && { user_handle: userHandle }),
  };
}
