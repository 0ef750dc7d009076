import { type AccountRegistration, registerAccount } from '../../application/accounts.ts';
import { queueVerificationEmail } from '../../application/email-addresses.ts';
import * as contract from '../../contract/accounts.ts';
import type { CheckedBodyOf } from '../../contract/call.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import { createLoginForbiddenFailure } from '../http/failure.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, hashName, THROTTLE_RULES } from '../http/throttling.ts';
import { rejectCommonPassword } from './common-password.ts';
import { describeDevice } from './device.ts';
import { rememberDevice } from './device-token.ts';
import { getLanguage } from './language.ts';
import { createAuthResponse, createSession } from './session.ts';

type UserBody = CheckedBodyOf<typeof contract.registerUser>;

/** Runs before the password is hashed, because hashing is expensive. */
async function checkRegistration(
  system: ApiSystem,
  { clientAddress }: Pick<RouteRequest, 'clientAddress'>,
  { profileData }: UserBody,
): Promise<void> {
  rejectCommonPassword(profileData.password, 'profileData.password');
  await enforceThrottle(system, clientAddress, THROTTLE_RULES.registerMinute, THROTTLE_RULES.registerDay);
}

async function register(
  system: ApiSystem,
  {
    clientNetwork,
    createContext,
    confirm,
    http,
  }: Pick<RouteRequest, 'clientNetwork' | 'createContext' | 'confirm' | 'http'>,
  { profileData, personalData }: UserBody,
  account: Pick<AccountRegistration, 'accountId' | 'role' | 'profileName' | 'category' | 'organization'>,
): Promise<void> {
  const { surnames = '', ...person } = personalData;
  const language = getLanguage(http);
  const registration = { ...profileData, ...person, surnames, ...account, language };
  await confirm(
    await registerAccount(
      system,
      registration,
      createContext({ commandId: account.accountId }),
      clientNetwork,
    ),
  );
  // The owner of the address may be somebody else, whose mailbox must not be flooded.
  const recipient = hashName(foldCase(profileData.email));
  if ((await system.throttle.take(THROTTLE_RULES.verificationEmail, recipient)) > 0) return;
  await queueVerificationEmail(system, account.accountId, profileData.email, language);
}

const getVisitorName = ({ profileData }: UserBody): string => foldCase(profileData.username);

/** Creates the registration routes. The command id is the account id, so a repeated request finds the account. */
export const createRegistrationRoutes = (system: ApiSystem): readonly Route[] => [
  defineRoute(contract.registerUser, async (request) => {
    await checkRegistration(system, request, request.body);
    const { body } = request;
    const session = await request.runIdempotently<Session>(
      async (accountId) => {
        const profileName = body.personalData.name;
        await register(system, request, body, { accountId, role: 'USER', profileName, category: null });
        const newSession = createSession(system, system.ids.next(), accountId, 'USER');
        await system.privateData.sessions.open(newSession, { device: describeDevice(request.userAgent) });
        return newSession;
      },
      { visitorName: getVisitorName(body) },
    );
    const { state } = await system.handler.load(accountDecider, session.accountId);
    const { id, accountId } = session;
    const deviceToken = await rememberDevice(system, accountId, request, id);
    return { ...(await createAuthResponse(system, session, state)), deviceToken };
  }),

  defineRoute(contract.registerOrganization, async (request) => {
    await checkRegistration(system, request, request.body);
    const { body } = request;
    const { orgName, category, website, registrationNumber } = body.orgData;
    const organization = { website: website || null, registrationNumber: registrationNumber || null };
    await request.runIdempotently(
      async (accountId) => {
        const account = { accountId, role: 'ORG', profileName: orgName, category, organization } as const;
        await register(system, request, body, account);
        return null;
      },
      { visitorName: getVisitorName(body) },
    );
    throw createLoginForbiddenFailure('NOT_APPROVED');
  }),
];
