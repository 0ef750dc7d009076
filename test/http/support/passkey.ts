import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AttestationCertificate } from '../../support/certificates.ts';

/** Authenticator data flags UP (user present) and UV (user verified), combined. */
const USER_VERIFIED_FLAGS = 0x05;
/** Authenticator data flag AT (attested credential data included). */
const CREDENTIAL_FLAG = 0x40;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const toBase64Url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** Encodes a byte string of at least 256 bytes as CBOR. */
const encodeLongBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);
/** Encodes a byte string as CBOR. Its length must be 24 to 255 bytes. */
const encodeBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);
/** Encodes a text string as CBOR. It must be shorter than 24 bytes. */
const encodeText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Encodes the statement of a packed attestation with ES256 and one certificate as CBOR. */
function encodeStatement({ certificate, key }: AttestationCertificate, signedData: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    encodeText('alg'),
    Buffer.from([0x26]),
    encodeText('sig'),
    encodeBytes(sign('sha256', signedData, key)),
    encodeText('x5c'),
    Buffer.from([0x81]),
    encodeLongBytes(certificate),
  ]);
}

/** WebAuthn options in the API's challenge response. */
export interface PasskeyOptions {
  readonly challenge: string;
  readonly [name: string]: unknown;
}

/** Wrong values for an invalid or forged authenticator response. Omitted values are correct. */
export interface Deviation {
  readonly origin?: string;
  readonly relyingParty?: string;
  readonly flags?: number;
  /** Certificate that attests a new passkey. */
  readonly attestation?: AttestationCertificate;
}

/** Creates a software authenticator that holds one passkey. It confirms that the user is present and verified. */
export function createAuthenticator(url: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { origin: defaultOrigin, hostname } = new URL(url);
  let userHandle = '';
  let counter = 0;

  function createClientData(type: string, challenge: string, origin = defaultOrigin): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  function createAuthenticatorData(relyingParty: string, flags: number): Buffer {
    counter += 1;
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(counter);
    return Buffer.concat([sha256(relyingParty), Buffer.from([flags]), counterBytes]);
  }

  /** Encodes the public key as a COSE key (RFC 9053): EC2, ES256, P-256. */
  function encodePublicKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      encodeBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      encodeBytes(Buffer.from(y, 'base64url')),
    ]);
  }

  const credential = {
    id: toBase64Url(id),
    rawId: toBase64Url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    id: credential.id,

    /** Creates the response to a registration challenge, which contains the public key. */
    create(
      { challenge, user }: PasskeyOptions,
      { origin, relyingParty = hostname, flags = 0, attestation }: Deviation = {},
    ) {
      userHandle = (user as { readonly id: string }).id;
      const clientData = createClientData('webauthn.create', challenge, origin);
      const authenticatorData = Buffer.concat([
        createAuthenticatorData(relyingParty, flags || USER_VERIFIED_FLAGS | CREDENTIAL_FLAG),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        encodePublicKey(),
      ]);
      const signedData = Buffer.concat([authenticatorData, sha256(clientData)]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        encodeText('fmt'),
        encodeText(attestation ? 'packed' : 'none'),
        encodeText('attStmt'),
        attestation ? encodeStatement(attestation, signedData) : Buffer.from([0xa0]),
        encodeText('authData'),
        encodeBytes(authenticatorData),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: toBase64Url(clientData),
          attestationObject: toBase64Url(attestationObject),
          transports: ['internal'],
        },
      };
    },

    /** Creates the response to an authentication challenge. */
    answer(
      { challenge }: PasskeyOptions,
      { origin, relyingParty = hostname, flags = USER_VERIFIED_FLAGS }: Deviation = {},
    ) {
      const authenticatorData = createAuthenticatorData(relyingParty, flags);
      const clientData = createClientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: toBase64Url(clientData),
          authenticatorData: toBase64Url(authenticatorData),
          signature: toBase64Url(signature),
          userHandle,
        },
      };
    },
  };
}

export type TestAuthenticator = ReturnType<typeof createAuthenticator>;
