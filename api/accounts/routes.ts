import { accountDecider } from '../../domain/accounts/decide.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import { outOfSightState, profileByKey } from '../../projections/accounts/profiles/query.ts';
import { hidingOf } from '../../projections/social-graph/hidden/query.ts';
import { walletOf } from '../../projections/wallet/wallets/query.ts';
import * as contract from '../contract/accounts.ts';
import { missing, rejected } from '../http/failure.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { registerRoutes } from './register.ts';
import { authResponse, newSession, sessionUser } from './session.ts';
import { signInRoutes } from './sign-in.ts';

/** Routes of accounts: registering, signing in, and one's own profile. */
export const accountRoutes = (system: ApiSystem): readonly AnyRoute[] => [
  ...registerRoutes(system),
  ...signInRoutes(system),

  route(contract.getProfile, async ({ caller, params }) => {
    const profile = await profileByKey(system.pool, caller, params.nickname);
    if (!profile) throw missing(missingProfile);
    if (!caller) return profile;
    const { id } = profile;
    const own = id === caller.id;
    const more = own ? await walletOf(system.pool, id) : await hidingOf(system.pool, caller.id, id);
    const state = caller.staff ? await outOfSightState(system.pool, id) : null;
    return { ...profile, ...more, ...(state && { state }) };
  }),

  route(contract.updateProfile, async ({ caller, body, command, visible }) => {
    const change = { type: 'ChangeProfileName', accountId: caller.id, profileName: body.newData } as const;
    const handled = await system.handler.handle(
      accountDecider,
      caller.id,
      change,
      command(system.ids.next()),
    );
    if (!handled.accepted) throw rejected(handled.rejection);
    await visible(handled.position, 'profiles');
    return sessionUser(system, caller.id, handled.state);
  }),

  route(contract.updateProfileAndToken, async ({ caller, body, command, visible }) => {
    const { registration, privateData, ids } = system;
    const named = await registration.changeNickname(caller.id, body.newData, command(ids.next()));
    if (!named.accepted) throw rejected(named.rejection);
    const session = newSession(system, ids.next(), caller.id);
    await privateData.sessions.open(session);
    await privateData.sessions.close(caller.sessionId);
    await visible(named.position, 'profiles');
    return authResponse(system, session, named.state);
  }),

  route(contract.deactivateProfile, async ({ caller, command, visible }) => {
    const { handler, privateData, ids } = system;
    const deactivate = { type: 'DeactivateAccount', accountId: caller.id } as const;
    const handled = await handler.handle(accountDecider, caller.id, deactivate, command(ids.next()));
    if (!handled.accepted) throw rejected(handled.rejection);
    await privateData.sessions.closeAllOf(caller.id);
    await privateData.devices.forgetAllOf(caller.id);
    await visible(handled.position, 'profiles');
    return { message: 'The account has been successfully deactivate.' };
  }),
];
