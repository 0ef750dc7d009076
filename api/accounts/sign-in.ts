import { accountDecider } from '../../domain/accounts/decide.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import { caseless, cleanText } from '../../domain/kernel/text.ts';
import type { ProvenIdentity } from '../../domain/ports/identity.ts';
import { SignInRefused } from '../../domain/ports/identity.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import * as contract from '../contract/accounts.ts';
import { ApiFailure, rejected } from '../http/failure.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { rules, throttled } from '../http/throttling.ts';
import { deviceTokenOf, rememberDevice } from './device-token.ts';
import { identityNames } from './identity-names.ts';
import { createLoginGuard } from './login-guard.ts';
import { authResponse, logIn, openSession } from './session.ts';

/** For how long somebody may take at the identity provider. */
const SIGN_IN_MS = 15 * 60_000;

const incorrect = () => new ApiFailure(400, 'INCORRECT_CREDENTIALS', 'Incorrect username or password.');

/** The account that a provider's person has, made under the new id the first time. */
async function accountOf(
  system: ApiSystem,
  request: Pick<RouteRequest, 'command' | 'visible'>,
  person: ProvenIdentity,
  newId: AccountId,
): Promise<AccountId> {
  const identity = { provider: person.provider, subject: person.subject };
  const known = await system.privateData.registry.accountOf(identity);
  if (known && (await system.handler.load(accountDecider, known)).state.status !== 'NONE') return known;
  const accountId = known ?? newId;
  const { name, surnames, nicknameCandidate } = identityNames(person);
  const named = await system.registration.register(
    {
      accountId,
      role: 'USER',
      profileName: name,
      category: null,
      credentials: null,
      identity,
      nicknameCandidate,
      email: person.email,
      name,
      surnames,
      birthdate: null,
      gender: null,
    },
    request.command(accountId),
  );
  if (!named.accepted) throw rejected(named.rejection);
  await request.visible(named.position, 'profiles', 'follows');
  return accountId;
}

/** Routes of logging in and out. */
export const signInRoutes = (system: ApiSystem): readonly AnyRoute[] => {
  const guard = createLoginGuard(system);
  return [
    route(contract.login, async ({ body, clientAddress, clientNetwork, http }) => {
      const username = caseless(cleanText(body.username));
      const deviceToken = deviceTokenOf(http);
      const attempt = { username, deviceToken, clientAddress, clientNetwork, http };
      const password = body.password.normalize('NFC');
      const { accountId, isRight } = await guard.run(attempt, async (hashingGroup) => {
        const credentials = await system.privateData.registry.credentialsOf(username);
        const hash = credentials?.passwordHash ?? null;
        const isRight = await system.passwords.fits(password, hash, hashingGroup);
        return { accountId: credentials?.accountId, isRight };
      });
      if (!accountId || !isRight) throw incorrect();
      // Who may not log in has not failed to say who they are.
      const session = await logIn(system, accountId).catch((error) => {
        // Only an account that may not log in is denied here: its password was right.
        if (error instanceof ApiFailure)
          system.security.record({
            kind: 'access-denied',
            accountId,
            network: clientNetwork,
            action: 'login',
          });
        throw error;
      });
      if (!session) throw incorrect();
      const loginId = system.ids.next();
      return { ...session, deviceToken: await rememberDevice(system, accountId, deviceToken, loginId) };
    }),

    route(contract.logout, async ({ caller }) => {
      await system.privateData.sessions.close(caller.sessionId);
      return undefined;
    }),

    route(contract.googleLogin, async ({ clientAddress }) => {
      await throttled(system, clientAddress, rules.identityAddress);
      const { url, state, nonce, verifier } = await system.identity.begin();
      const expiresAt = new Date(Date.parse(system.clock.now()) + SIGN_IN_MS).toISOString();
      await system.privateData.signIns.begin(state, { nonce, verifier }, expiresAt);
      return url;
    }),

    route(contract.googleCode, async (request) => {
      const { code, state } = request.query;
      await throttled(system, request.clientAddress, rules.identityAddress);
      const session = await request.once<Session>(
        async (newId) => {
          const signIn = await system.privateData.signIns.end(state, system.clock.now());
          if (!signIn) throw new SignInRefused('no such sign-in is under way');
          const person = await system.identity.finish(code, { state, ...signIn });
          const opened = await openSession(system, await accountOf(system, request, person, newId));
          if (!opened) throw new SignInRefused('the account is gone');
          return opened.session;
        },
        { visitorName: state },
      );
      const { state: account } = await system.handler.load(accountDecider, session.accountId);
      return authResponse(system, session, account);
    }),
  ];
};
