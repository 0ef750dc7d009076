import { accountDecider } from '../domain/accounts/decide.ts';
import type { ProfilePicture } from '../domain/accounts/events.ts';
import type { CommandContext, Handler, ResultOf } from '../domain/handle.ts';
import type { AccountId, Uuid } from '../domain/kernel/ids.ts';
import { handleAndDeletePicture, type PictureDependencies } from './pictures.ts';

type ProfilePictureDependencies = PictureDependencies & { readonly handler: Handler };

/** Changes a profile picture, then deletes the previous one; see `handleAndDeletePicture`. */
async function changePicture(
  { handler, privateData }: ProfilePictureDependencies,
  accountId: AccountId,
  picture: ProfilePicture | null,
  context: CommandContext,
): Promise<ResultOf<typeof accountDecider>> {
  const { state: previousState } = await handler.load(accountDecider, accountId);
  const replacedPicture = previousState.picture?.id === picture?.id ? null : previousState.picture;
  const command = { type: 'ChangePicture', accountId, picture } as const;
  const commandResult = await handleAndDeletePicture(
    { privateData },
    replacedPicture?.id ?? null,
    () => handler.handle(accountDecider, accountId, command, context),
    // A repeated command appends no events. The picture may then be newer than the command.
    ({ events }) => events.length > 0,
  );
  if (!commandResult.accepted && picture) await privateData.pictures.delete(picture.id);
  return commandResult;
}

/**
 * Stores an uploaded picture, cropped to a square, and shows it on the profile.
 * @param id id of the new picture
 * @throws the errors of `Pictures.cropToSquare`
 */
export async function setProfilePicture(
  dependencies: ProfilePictureDependencies,
  {
    id,
    accountId,
    imageBase64,
  }: { readonly id: Uuid; readonly accountId: AccountId; readonly imageBase64: string },
  context: CommandContext,
): Promise<ResultOf<typeof accountDecider>> {
  const square = await dependencies.pictures.cropToSquare(imageBase64, accountId);
  const { imageHash: hash } = await dependencies.privateData.pictures.save(id, accountId, square);
  return changePicture(dependencies, accountId, { id, hash }, context);
}

/** Removes the profile picture, if there is one. */
export const removeProfilePicture = (
  dependencies: ProfilePictureDependencies,
  accountId: AccountId,
  context: CommandContext,
): Promise<ResultOf<typeof accountDecider>> => changePicture(dependencies, accountId, null, context);
