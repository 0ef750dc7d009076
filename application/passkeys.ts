/**
 * Passkey use cases (WebAuthn). Passkeys are discoverable and verify the user, so they replace both the password and
 * the second factor.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type AccountId, addMs } from '../domain/kernel/ids.ts';
import type { Clock } from '../domain/ports/clock.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';
import type { ChallengePurpose, Passkey } from '../domain/ports/second-factors.ts';

const RELYING_PARTY_NAME = 'Kindra';

/** Loads the library on first use, because it takes about 200 ms and 5 MB. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Lifetime of a challenge, in milliseconds. */
const CHALLENGE_TTL_MS = 5 * 60_000;

interface PasskeyDependencies {
  readonly privateData: Pick<PrivateData, 'secondFactors' | 'challenges'>;
  readonly clock: Clock;
  /** Public URL of Kindra. The origin and the relying party id are derived from it. */
  readonly publicUrl: string;
}

type PasskeyPurpose = Exclude<ChallengePurpose, 'login'>;

const getOrigin = ({ publicUrl }: PasskeyDependencies): string => new URL(publicUrl).origin;
const getRelyingPartyId = ({ publicUrl }: PasskeyDependencies): string => new URL(publicUrl).hostname;

const toUserHandle = (accountId: AccountId): Uint8Array<ArrayBuffer> => new TextEncoder().encode(accountId);

async function beginChallenge<Options extends { readonly challenge: string }>(
  { privateData, clock }: PasskeyDependencies,
  purpose: PasskeyPurpose,
  accountId: AccountId | null,
  options: Options,
): Promise<Options> {
  const expiresAt = addMs(clock.now(), CHALLENGE_TTL_MS);
  await privateData.challenges.begin({ token: options.challenge, purpose, accountId }, expiresAt);
  return options;
}

/** Creates a function that consumes a challenge. The function resolves to whether the challenge was valid. */
const consumeChallenge =
  ({ privateData, clock }: PasskeyDependencies, purpose: PasskeyPurpose, accountId: AccountId | null) =>
  (token: string): Promise<boolean> =>
    privateData.challenges.end({ token, purpose, accountId }, clock.now());

/** Creates the WebAuthn options for registering a new passkey. */
export async function beginPasskeyRegistration(
  dependencies: PasskeyDependencies,
  {
    id,
    nickname,
    profileName,
  }: { readonly id: AccountId; readonly nickname: string; readonly profileName: string },
) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { passkeys } = await dependencies.privateData.secondFactors.summarize(id);
  const options = await generateRegistrationOptions({
    rpName: RELYING_PARTY_NAME,
    rpID: getRelyingPartyId(dependencies),
    userID: toUserHandle(id),
    userName: nickname,
    userDisplayName: profileName,
    timeout: CHALLENGE_TTL_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return beginChallenge(dependencies, 'passkey-registration', id, options);
}

/**
 * Returns whether an attestation contains no certificate. Kindra requests none, and the library would download the
 * revocation list that a certificate names: from any host and of any size.
 */
async function hasNoCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
}

/**
 * Verifies an authenticator's response after it has created a passkey. Returns null if the response is not valid or
 * contains a certificate.
 */
export async function verifyNewPasskey(
  dependencies: PasskeyDependencies,
  accountId: AccountId,
  name: string,
  response: RegistrationResponseJSON,
): Promise<Passkey | null> {
  if (!(await hasNoCertificate(response.response.attestationObject).catch(() => false))) return null;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await verifyRegistrationResponse({
    response,
    expectedChallenge: consumeChallenge(dependencies, 'passkey-registration', accountId),
    expectedOrigin: getOrigin(dependencies),
    expectedRPID: getRelyingPartyId(dependencies),
    requireUserVerification: true,
  }).catch(() => null);
  if (!verification?.verified) return null;
  const { id, publicKey, counter, transports = [] } = verification.registrationInfo.credential;
  return {
    id,
    accountId,
    name,
    publicKey,
    counter,
    transports,
    createdAt: dependencies.clock.now(),
    lastUsedAt: null,
  };
}

/** Creates the WebAuthn options for logging in with a passkey or, if an account id is given, for proving identity. */
export async function beginPasskeyAssertion(dependencies: PasskeyDependencies, accountId: AccountId | null) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const passkeys = accountId
    ? (await dependencies.privateData.secondFactors.summarize(accountId)).passkeys
    : [];
  const options = await generateAuthenticationOptions({
    rpID: getRelyingPartyId(dependencies),
    timeout: CHALLENGE_TTL_MS,
    userVerification: 'required',
    ...(accountId && { allowCredentials: passkeys.map(({ id }) => ({ id })) }),
  });
  return beginChallenge(dependencies, accountId ? 'passkey-proof' : 'passkey-login', accountId, options);
}

/**
 * Verifies a passkey assertion and records that the passkey was used.
 * @param accountId account that proves its identity; null at login, where the passkey determines the account
 * @returns the passkey's account, or null if the assertion is not valid
 */
export async function verifyPasskeyAssertion(
  dependencies: PasskeyDependencies,
  accountId: AccountId | null,
  response: AuthenticationResponseJSON,
): Promise<AccountId | null> {
  const { secondFactors } = dependencies.privateData;
  const passkey = await secondFactors.findPasskey(response.id);
  if (!passkey || (accountId && passkey.accountId !== accountId)) return null;
  const { userHandle } = response.response;
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.accountId) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verification = await verifyAuthenticationResponse({
    response,
    expectedChallenge: consumeChallenge(
      dependencies,
      accountId ? 'passkey-proof' : 'passkey-login',
      accountId,
    ),
    expectedOrigin: getOrigin(dependencies),
    expectedRPID: getRelyingPartyId(dependencies),
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports] as AuthenticatorTransport[],
    },
  }).catch(() => null);
  if (!verification?.verified) return null;
  await secondFactors.recordPasskeyUse(
    passkey.id,
    verification.authenticationInfo.newCounter,
    dependencies.clock.now(),
  );
  return passkey.accountId;
}
