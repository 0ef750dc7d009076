import { beginPasskeyAssertion, verifyPasskeyAssertion } from '../../application/passkeys.ts';
import { loginChallengeInvalid, passkeyRefused, wrongCode } from '../../contract/problems.ts';
import * as contract from '../../contract/second-factors.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { ApiFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, THROTTLE_RULES } from '../http/throttling.ts';
import { checkCode } from './codes.ts';
import { rememberDevice } from './device-token.ts';
import { getLanguage } from './language.ts';
import type { LoginGuard } from './login-guard.ts';
import { type LoginRequest, logIn } from './session.ts';

const MAX_ATTEMPTS = 5;

async function completeLogin(
  system: ApiSystem,
  accountId: AccountId,
  request: LoginRequest,
  createFailure: () => ApiFailure,
  passwordHash?: string | null,
): Promise<AuthResponse> {
  const authResponse = await logIn(system, accountId, request, passwordHash);
  if (!authResponse) throw createFailure();
  const loginId = system.ids.next();
  return {
    ...authResponse,
    deviceToken: await rememberDevice(system, accountId, request, loginId),
  };
}

/** Creates the routes that complete a login with a second-factor code or log in with a passkey. */
export function createConfirmLoginRoutes(system: ApiSystem, guard: LoginGuard): readonly Route[] {
  const { challenges } = system.privateData;
  const createChallengeFailure = () => new ApiFailure(400, loginChallengeInvalid);
  const createPasskeyFailure = () => new ApiFailure(400, passkeyRefused);

  return [
    defineRoute(contract.confirmLogin, async (request) => {
      const { body, clientAddress, clientNetwork, http } = request;
      const challenge = { token: body.challenge, purpose: 'login' } as const;
      const now = system.clock.now();
      const accountId = await challenges.attempt(challenge.token, challenge.purpose, now, MAX_ATTEMPTS);
      if (!accountId) throw createChallengeFailure();
      // Wrong codes are limited like wrong passwords, apart from those of the account.
      const username = `second factor of ${accountId}`;
      const attempt = { username, deviceToken: null, clientAddress, clientNetwork, http };
      const owner = { accountId, language: getLanguage(http) };
      const { isCorrect } = await guard.run(attempt, async () => ({
        accountId,
        isCorrect: await checkCode(system, owner, body.code),
      }));
      if (!isCorrect) throw new ApiFailure(400, wrongCode);
      // While the challenge exists, this is the password that began the login.
      const passwordHash = await system.privateData.registry.findPasswordHash(accountId);
      if (!(await challenges.end({ ...challenge, accountId }, system.clock.now())))
        throw createChallengeFailure();
      return completeLogin(system, accountId, request, createChallengeFailure, passwordHash);
    }),

    defineRoute(contract.beginPasskeyLogin, async ({ clientAddress }) => {
      await enforceThrottle(system, clientAddress, THROTTLE_RULES.passkeyAddress);
      return { options: { ...(await beginPasskeyAssertion(system, null)) } };
    }),

    defineRoute(contract.logInWithPasskey, async (request) => {
      const { body, clientAddress, clientNetwork } = request;
      await enforceThrottle(system, clientAddress, THROTTLE_RULES.passkeyAddress);
      const accountId = await verifyPasskeyAssertion(system, null, body.passkey);
      if (!accountId) {
        system.security.record({ kind: 'login-failed', network: clientNetwork });
        throw createPasskeyFailure();
      }
      return completeLogin(system, accountId, request, createPasskeyFailure);
    }),
  ];
}
