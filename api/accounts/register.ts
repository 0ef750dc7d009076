import { type NewAccount, registerAccount } from '../../application/accounts.ts';
import * as contract from '../../contract/accounts.ts';
import type { CheckedBodyOf } from '../../contract/call.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type { Session } from '../../domain/ports/sessions.ts';
import { mayNotLogIn } from '../http/failure.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { rules, throttled } from '../http/throttling.ts';
import { deviceTokenOf, rememberDevice } from './device-token.ts';
import { authResponse, newSession } from './session.ts';

type UserBody = CheckedBodyOf<typeof contract.registerUser>;
type OrganizationBody = CheckedBodyOf<typeof contract.registerOrganization>;

/** Throttles registrations first, because password hashing is expensive. */
const slowly = (system: ApiSystem, { clientAddress }: Pick<RouteRequest, 'clientAddress'>): Promise<void> =>
  throttled(system, clientAddress, rules.registerMinute, rules.registerDay);

/** Registers an account and waits until reads show it. */
async function register(
  system: ApiSystem,
  { clientNetwork, command, confirm }: Pick<RouteRequest, 'clientNetwork' | 'command' | 'confirm'>,
  { profileData, personalData }: UserBody,
  account: Pick<NewAccount, 'accountId' | 'role' | 'profileName' | 'category' | 'organization'>,
): Promise<void> {
  const { surnames = '', ...person } = personalData;
  const registration = { ...profileData, ...person, surnames, ...account };
  await confirm(await registerAccount(system, registration, command(account.accountId), clientNetwork));
}

const ownerName = ({ profileData }: UserBody): string => foldCase(profileData.username);

/** Registration routes. The account id is the command id, so that a repeated request finds the account. */
export const registerRoutes = (system: ApiSystem): readonly AnyRoute[] => [
  route(contract.registerUser, async (request) => {
    await slowly(system, request);
    const { body } = request;
    const session = await request.once<Session>(
      async (accountId) => {
        const profileName = body.personalData.name;
        await register(system, request, body, { accountId, role: 'USER', profileName, category: null });
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
        const account = { accountId, role: 'ORG', profileName: orgName, category, organization } as const;
        await register(system, request, body, account);
        return null;
      },
      { visitorName: ownerName(body) },
    );
    throw mayNotLogIn('NOT_APPROVED');
  }),
];
