import { deactivateAccount } from '../../application/accounts.ts';
import { removeProfilePicture, setProfilePicture } from '../../application/profile-picture.ts';
import * as contract from '../../contract/accounts.ts';
import type { CheckedBodyOf } from '../../contract/call.ts';
import { pictureNotFound } from '../../contract/problems.ts';
import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { profileNotFound } from '../../domain/accounts/rules.ts';
import { type AccountId, deriveId } from '../../domain/kernel/ids.ts';
import { findProfileForViewer, findProfilePicture } from '../../projections/accounts/profiles/query.ts';
import { createNotFoundFailure, createSessionExpiredFailure } from '../http/failure.ts';
import { withReadPosition } from '../http/paging.ts';
import { sendPicture } from '../http/picture.ts';
import { defineRoute, defineSharedRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { createEmailAddressRoutes } from './email-addresses.ts';
import { createOwnDataRoutes } from './own-data.ts';
import { createPasswordRoutes } from './passwords.ts';
import { createProofRoutes } from './proof.ts';
import { createRegistrationRoutes } from './register.ts';
import { createSecondFactorRoutes } from './second-factors.ts';
import { createAuthResponse, loadSessionUser } from './session.ts';
import { createSessionRoutes } from './sessions.ts';
import { createSignInRoutes } from './sign-in.ts';

const toProfileChange = (
  accountId: AccountId,
  { type, newData }: CheckedBodyOf<typeof contract.updateProfile>,
): AccountCommand => {
  switch (type) {
    case 'profileName':
      return { type: 'ChangeProfileName', accountId, profileName: newData };
    case 'bio':
      return { type: 'ChangeBio', accountId, bio: newData };
    case 'website':
      return { type: 'ChangeWebsite', accountId, website: newData };
  }
};

/** Creates the account routes, such as registration, sign-in and profiles. */
export const createAccountRoutes = (system: ApiSystem): readonly Route[] => [
  ...createRegistrationRoutes(system),
  ...createSignInRoutes(system),
  ...createPasswordRoutes(system),
  ...createEmailAddressRoutes(system),
  ...createSecondFactorRoutes(system),
  ...createProofRoutes(system),
  ...createSessionRoutes(system),
  ...createOwnDataRoutes(system),

  defineSharedRoute(contract.getProfile, async (request) => {
    const db = withReadPosition(system.pool, request);
    const profile = await findProfileForViewer(db, request.caller, request.params.nickname);
    if (!profile) throw createNotFoundFailure(profileNotFound);
    return profile;
  }),

  defineRoute(contract.updateProfile, async ({ caller, body, createContext, execute }) => {
    const change = toProfileChange(caller.id, body);
    const { state } = await execute(accountDecider, caller.id, change, createContext());
    return loadSessionUser(system, caller.id, state);
  }),

  defineRoute(contract.setProfilePicture, ({ caller, body, createContext, confirm, runIdempotently }) =>
    runIdempotently(async (id) => {
      const newPicture = { id, accountId: caller.id, imageBase64: body.imageBase64 };
      const { state } = await confirm(
        await setProfilePicture(system, newPicture, createContext({ commandId: id })),
      );
      return loadSessionUser(system, caller.id, state);
    }),
  ),

  defineRoute(contract.removeProfilePicture, async ({ caller, createContext, confirm }) => {
    const removalResult = await removeProfilePicture(system, caller.id, createContext());
    const { state } = await confirm(removalResult);
    return loadSessionUser(system, caller.id, state);
  }),

  defineRoute(contract.getProfilePicture, async ({ http, params, query }) => {
    const picture = await findProfilePicture(system.pool, params.id);
    if (!picture) throw createNotFoundFailure(pictureNotFound);
    const reference = { imageHash: picture.hash };
    return sendPicture(http, system.privateData.pictures, {
      subjectId: picture.id,
      reference,
      query,
      isPublic: true,
    });
  }),

  defineRoute(contract.updateProfileAndToken, async ({ caller, body, createContext, confirm }) => {
    const { registration, privateData } = system;
    const nicknameResult = await registration.changeNickname(caller.id, body.newData, createContext());
    const { state } = await confirm(nicknameResult);
    const oldSession = { id: caller.sessionId, accountId: caller.id };
    // Concurrent requests derive the same id, so they leave one session.
    const session = await privateData.sessions.changeId(oldSession, deriveId(caller.sessionId, 1));
    if (!session) throw createSessionExpiredFailure();
    return createAuthResponse(system, session, state);
  }),

  defineRoute(contract.deactivateProfile, async ({ caller, createContext, confirm }) => {
    await confirm(await deactivateAccount(system, caller.id, createContext()));
    return { message: 'The account has been successfully deactivate.' };
  }),
];
