import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

interface PasskeyOptions {
  readonly challenge: string;
  readonly [name: string]: unknown;
}

/** Returns whether this browser can use passkeys on this page. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn();

/** Removes extension results, which the server does not use. */
const omitExtensions = <Response extends { readonly clientExtensionResults: object }>({
  clientExtensionResults: _,
  ...response
}: Response) => ({
  ...response,
  clientExtensionResults: {},
});

/** Signs a challenge with a passkey. Returns null if the user cancels or the browser refuses. */
export const answerWithPasskey = (options: PasskeyOptions) =>
  startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }).then(
    omitExtensions,
    () => null,
  );

/** Creates a passkey for a challenge. Returns null if the user cancels or the browser refuses. */
export const createPasskey = (options: PasskeyOptions) =>
  startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }).then(
    omitExtensions,
    () => null,
  );
