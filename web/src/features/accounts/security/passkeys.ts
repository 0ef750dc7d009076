import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/** Removes extension results, which the server does not use. */
const omitExtensions = <Response extends { readonly clientExtensionResults: object }>({
  clientExtensionResults: _,
  ...response
}: Response) => ({
  ...response,
  clientExtensionResults: {},
});

/** Signs a challenge with a passkey. Returns null if the user cancels or the browser refuses. */
export const answerWithPasskey = (options: object) =>
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).then(
    omitExtensions,
    () => null,
  );

/** Creates a passkey for a challenge. Returns null if the user cancels or the browser refuses. */
export const createPasskey = (options: object) =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).then(
    omitExtensions,
    () => null,
  );
