import { deactivateAccount } from '../../application/accounts.ts';
import * as contract from '../../contract/accounts.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { profileNotFound } from '../../domain/accounts/rules.ts';
import { profileForReader } from '../../projections/accounts/profiles/query.ts';
import { notFound } from '../http/failure.ts';
import { withReadPosition } from '../http/paging.ts';
import { type AnyRoute, route, sharedRoute } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { describeDevice } from './device.ts';
import { passwordRoutes } from './passwords.ts';
import { registrationRoutes } from './register.ts';
import { createAuthResponse, createSession, loadSessionUser } from './session.ts';
import { sessionRoutes } from './sessions.ts';
import { signInRoutes } from './sign-in.ts';

/** Account routes: registration, sign-in and profiles. */
export const accountRoutes = (system: ApiSystem): readonly AnyRoute[] => [
  ...registrationRoutes(system),
  ...signInRoutes(system),
  ...passwordRoutes(system),
  ...sessionRoutes(system),

  sharedRoute(contract.getProfile, async (request) => {
    const db = withReadPosition(system.pool, request);
    const profile = await profileForReader(db, request.caller, request.params.nickname);
    if (!profile) throw notFound(profileNotFound);
    return profile;
  }),

  route(contract.updateProfile, async ({ caller, body, command, execute }) => {
    const change = { type: 'ChangeProfileName', accountId: caller.id, profileName: body.newData } as const;
    const { state } = await execute(accountDecider, caller.id, change, command(system.ids.next()));
    return loadSessionUser(system, caller.id, state);
  }),

  route(contract.updateProfileAndToken, async ({ caller, body, userAgent, command, confirm }) => {
    const { registration, privateData, ids } = system;
    const named = await registration.changeNickname(caller.id, body.newData, command(ids.next()));
    const { state } = await confirm(named);
    const session = createSession(system, ids.next(), caller.id, state.role);
    await privateData.sessions.open(session, describeDevice(userAgent));
    await privateData.sessions.close(caller.sessionId);
    return createAuthResponse(system, session, state);
  }),

  route(contract.deactivateProfile, async ({ caller, command, confirm }) => {
    await confirm(await deactivateAccount(system, caller.id, command(system.ids.next())));
    return { message: 'The account has been successfully deactivate.' };
  }),
];
