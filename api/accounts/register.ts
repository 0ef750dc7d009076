import { accountDecider } from '../../domain/accounts/decide.ts';
import type { RegistrationRequest } from '../../domain/accounts/registration.ts';
import { nicknameCandidate } from '../../domain/accounts/rules.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import { caseless } from '../../domain/kernel/text.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import * as contract from '../contract/accounts.ts';
import type { CheckedBodyOf } from '../contract/call.ts';
import { mayNotLogIn, rejected } from '../http/failure.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { rules, throttled } from '../http/throttling.ts';
import { deviceTokenOf, rememberDevice } from './device-token.ts';
import { authResponse, newSession } from './session.ts';

type UserBody = CheckedBodyOf<typeof contract.registerUser>;
type OrganizationBody = CheckedBodyOf<typeof contract.registerOrganization>;

/** Registering is slow on purpose (its password is hashed), so it is throttled before anything else. */
const slowly = (system: ApiSystem, { clientAddress }: Pick<RouteRequest, 'clientAddress'>): Promise<void> =>
  throttled(system, clientAddress, rules.registerMinute, rules.registerDay);

async function registrationOf(
  { passwords }: ApiSystem,
  { clientNetwork }: Pick<RouteRequest, 'clientNetwork'>,
  accountId: Uuid,
  { profileData, personalData }: UserBody,
): Promise<Omit<RegistrationRequest, 'role' | 'profileName' | 'category'>> {
  const { username, password, email } = profileData;
  const { name, surnames = '', birthdate, gender } = personalData;
  return {
    accountId,
    credentials: { username, passwordHash: await passwords.hash(password, clientNetwork) },
    identity: null,
    nicknameCandidate: (n) => nicknameCandidate(username, n),
    email,
    name,
    surnames,
    birthdate,
    gender,
  };
}

/** Registers, and waits until the account can be seen. */
async function registered(
  system: ApiSystem,
  request: Pick<RouteRequest, 'command' | 'visible'>,
  registration: RegistrationRequest,
): Promise<void> {
  const named = await system.registration.register(registration, request.command(registration.accountId));
  if (!named.accepted) throw rejected(named.rejection);
  await request.visible(named.position, 'profiles', 'follows');
}

const ownerName = ({ profileData }: UserBody): string => caseless(profileData.username);

/** Routes of registering. The id of the account is that of its command, so that a repeated request finds it again. */
export const registerRoutes = (system: ApiSystem): readonly AnyRoute[] => [
  route(contract.registerUser, async (request) => {
    await slowly(system, request);
    const { body } = request;
    const session = await request.once<Session>(
      async (accountId) => {
        const registration = await registrationOf(system, request, accountId, body);
        await registered(system, request, {
          ...registration,
          role: 'USER',
          profileName: body.personalData.name,
          category: null,
        });
        const opened = newSession(system, system.ids.next(), accountId);
        await system.privateData.sessions.open(opened);
        return opened;
      },
      { visitorName: ownerName(body) },
    );
    const { state } = await system.handler.load(accountDecider, session.accountId);
    const { id, accountId } = session;
    const deviceToken = await rememberDevice(system, accountId, deviceTokenOf(request.http), id);
    return { ...(await authResponse(system, session, state)), deviceToken };
  }),

  route(contract.registerOrganization, async (request) => {
    await slowly(system, request);
    const body: OrganizationBody = request.body;
    const { orgName, category, website, registrationNumber } = body.orgData;
    const organization = { website: website || null, registrationNumber: registrationNumber || null };
    await request.once(
      async (accountId) => {
        const registration = await registrationOf(system, request, accountId, body);
        await registered(system, request, {
          ...registration,
          role: 'ORG',
          profileName: orgName,
          category,
          organization,
        });
        return null;
      },
      { visitorName: ownerName(body) },
    );
    throw mayNotLogIn('NOT_APPROVED');
  }),
];
