import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** An authenticator as WebAuthn level 3 describes it, with one ES256 credential; each option is a way to be hostile. */
export interface Authenticator {
  readonly id: string;
  create(options: Creation, more?: Bent): Record<string, unknown>;
  get(options: Request, more?: Bent): Record<string, unknown>;
}

interface Creation {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface Request {
  readonly challenge: string;
  readonly rpId: string;
}

/** What an honest browser or authenticator would not send. */
export interface Bent {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly id?: string;
  /** Attests with a certificate. */
  readonly attestation?: Buffer;
}

const encode = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) of what stands in an attestation: a byte string below 64 KiB. */
const byteString = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]), bytes]);
const shortText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** COSE key of a P-256 point (RFC 9053, section 7.1.1). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
  return Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')]);
}

export function newAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  const id = encode(credentialId);
  let uses = 0;
  let handle = '';
  const clientData = (type: string, challenge: string, more: Bent): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: more.type ?? type,
        challenge: more.challenge ?? challenge,
        origin: more.origin ?? origin,
        crossOrigin: more.crossOrigin ?? false,
      }),
    );
  const dataOf = (rpId: string, more: Bent, credential = Buffer.alloc(0)): Buffer => {
    const flags = 0x01 | (more.isUnverified ? 0 : 0x04) | (credential.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(more.counter ?? (uses += 1));
    return Buffer.concat([sha256(more.rpId ?? rpId), Buffer.from([flags]), counter, credential]);
  };
  return {
    id,
    create({ challenge, rp, user }, more = {}) {
      handle = user.id;
      const length = Buffer.from([0, credentialId.length]);
      const own = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const data = dataOf(rp.id, more, own);
      const statement = more.attestation
        ? [
            shortText('packed'),
            shortText('attStmt'),
            Buffer.from([0xa3]),
            shortText('alg'),
            Buffer.from([0x26]),
            shortText('sig'),
            byteString(Buffer.alloc(8)),
            shortText('x5c'),
            Buffer.from([0x81]),
            byteString(more.attestation),
          ]
        : [shortText('none'), shortText('attStmt'), Buffer.from([0xa0])];
      const object = [
        Buffer.from([0xa3]),
        shortText('fmt'),
        ...statement,
        shortText('authData'),
        byteString(data),
      ];
      return {
        id: more.id ?? id,
        client_data: encode(clientData('webauthn.create', challenge, more)),
        attestation_object: encode(Buffer.concat(object)),
        transports: ['internal'],
      };
    },
    get({ challenge, rpId }, more = {}) {
      const client = clientData('webauthn.get', challenge, more);
      const data = dataOf(rpId, more);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: more.id ?? id,
        client_data: encode(client),
        authenticator_data: encode(data),
        signature: encode(signature),
        user_handle: more.userHandle ?? handle,
      };
    },
  };
}
