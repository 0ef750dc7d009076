import { findOrRegisterPerson } from '../../application/accounts.ts';
import * as contract from '../../contract/accounts.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { type AccountId, addMs } from '../../domain/kernel/ids.ts';
import { cleanText, foldCase } from '../../domain/kernel/text.ts';
import type { VerifiedIdentity } from '../../domain/ports/identity.ts';
import { SignInRefused } from '../../domain/ports/identity.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import { ApiFailure, toRejectionFailure } from '../http/failure.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, THROTTLE_RULES } from '../http/throttling.ts';
import { createConfirmLoginRoutes } from './confirm-login.ts';
import { readDeviceToken, rememberDevice } from './device-token.ts';
import { getLanguage } from './language.ts';
import {
  createCredentialsFailure,
  createLoginChallenge,
  createSecondFactorFailure,
  type LoginChallenge,
} from './login-challenge.ts';
import { createLoginGuard } from './login-guard.ts';
import { createAuthResponse, logIn, openSession } from './session.ts';

/** Maximum duration of a sign-in at the identity provider, in milliseconds. */
const SIGN_IN_TTL_MS = 15 * 60_000;

type SignInResult =
  | {
      readonly session: Session;
      /** Whether a scheduled account deletion was cancelled. Results with this name are stored. */
      readonly isKept: boolean;
    }
  | { readonly challenge: LoginChallenge };

async function findOrRegisterAccount(
  system: ApiSystem,
  {
    createContext,
    waitUntilVisible,
    http,
  }: Pick<RouteRequest, 'createContext' | 'waitUntilVisible' | 'http'>,
  identity: VerifiedIdentity,
  newId: AccountId,
): Promise<AccountId> {
  const createPersonContext = (commandId: AccountId) => createContext({ commandId });
  const result = await findOrRegisterPerson(system, identity, newId, createPersonContext, getLanguage(http));
  if (!result.accepted) throw toRejectionFailure(result.rejection);
  await waitUntilVisible(...result.appends);
  return result.accountId;
}

/** Creates the login and logout routes. */
export const createSignInRoutes = (system: ApiSystem): readonly Route[] => {
  const guard = createLoginGuard(system);
  return [
    ...createConfirmLoginRoutes(system, guard),

    defineRoute(contract.login, async (request) => {
      const { body, clientAddress, clientNetwork, http } = request;
      const username = foldCase(cleanText(body.username));
      const deviceToken = readDeviceToken(http);
      const attempt = { username, deviceToken, clientAddress, clientNetwork, http };
      const { accountId, isCorrect, passwordHash } = await guard.run(attempt, async (hashingGroup) => {
        const credentials = await system.privateData.registry.findCredentials(username);
        const passwordHash = credentials?.passwordHash ?? null;
        const isCorrect = await system.passwords.verify(body.password, passwordHash, hashingGroup);
        return { accountId: credentials?.accountId, isCorrect, passwordHash };
      });
      if (!accountId || !isCorrect) throw createCredentialsFailure();
      const challenge = await createLoginChallenge(system, accountId, system.ids.next(), passwordHash);
      if (challenge) throw createSecondFactorFailure(challenge);
      const authResponse = await logIn(system, accountId, request, passwordHash).catch((error) => {
        // The password was correct, but the account is not allowed to log in. This is not a failed login.
        if (error instanceof ApiFailure)
          system.security.record({
            kind: 'access-denied',
            accountId,
            network: clientNetwork,
            action: 'login',
          });
        throw error;
      });
      if (!authResponse) throw createCredentialsFailure();
      const loginId = system.ids.next();
      return { ...authResponse, deviceToken: await rememberDevice(system, accountId, request, loginId) };
    }),

    defineRoute(contract.logout, async ({ caller }) => {
      await system.privateData.sessions.close(caller.sessionId);
    }),

    defineRoute(contract.googleLogin, async ({ clientAddress }) => {
      await enforceThrottle(system, clientAddress, THROTTLE_RULES.identityAddress);
      const { url, state, nonce, verifier } = await system.identity.begin();
      const expiresAt = addMs(system.clock.now(), SIGN_IN_TTL_MS);
      await system.privateData.signIns.begin(state, { nonce, verifier }, expiresAt);
      return url;
    }),

    defineRoute(contract.googleCode, async (request) => {
      const { code, state } = request.query;
      await enforceThrottle(system, request.clientAddress, THROTTLE_RULES.identityAddress);
      const result = await request.runIdempotently<SignInResult>(
        async (newId) => {
          const signIn = await system.privateData.signIns.end(state, system.clock.now());
          if (!signIn) throw new SignInRefused('no sign-in with this state is in progress');
          const identity = await system.identity.finish(code, { state, ...signIn });
          const accountId = await findOrRegisterAccount(system, request, identity, newId);
          const challenge = await createLoginChallenge(system, accountId, newId);
          if (challenge) return { challenge };
          const openedSession = await openSession(system, accountId, request);
          if (!openedSession) throw new SignInRefused('the account no longer exists');
          return { session: openedSession.session, isKept: openedSession.isDeletionCancelled };
        },
        { visitorName: state },
      );
      if ('challenge' in result) throw createSecondFactorFailure(result.challenge);
      const { session, isKept: isDeletionCancelled } = result;
      const { state: account } = await system.handler.load(accountDecider, session.accountId);
      const response = await createAuthResponse(system, session, account, isDeletionCancelled);
      const deviceToken = await rememberDevice(system, session.accountId, request, session.id);
      return { ...response, deviceToken };
    }),
  ];
};
