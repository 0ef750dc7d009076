import type { AcceptedCommand, CommandResult } from '../domain/handle.ts';
import type { DomainEvent } from '../domain/kernel/event.ts';
import type { AccountId, Uuid } from '../domain/kernel/ids.ts';
import type { FocalPoint, PictureReference } from '../domain/kernel/picture.ts';
import type { Pictures } from '../domain/ports/pictures.ts';
import type { PrivateData } from '../domain/ports/private-data.ts';

/** Dependencies for storing pictures. */
export interface PictureDependencies {
  readonly pictures: Pictures;
  readonly privateData: Pick<PrivateData, 'pictures'>;
}

/** An uploaded picture, and the id of its campaign, animal or post. */
interface NewPicture {
  readonly subjectId: Uuid;
  readonly ownerId: AccountId;
  readonly imageBase64: string;
  readonly imageFocus?: FocalPoint | undefined;
}

/**
 * Stores a picture in all variants, then handles a command that refers to it. Events therefore refer only to stored
 * pictures. Deletes the picture if the command is rejected.
 * @throws the errors of `Pictures.shrink`
 */
export async function handleWithPicture<State, E extends DomainEvent>(
  { pictures, privateData }: PictureDependencies,
  { subjectId, ownerId, imageBase64, imageFocus: focus }: NewPicture,
  handle: (reference: PictureReference) => Promise<CommandResult<State, E>>,
): Promise<CommandResult<State, E>> {
  const shrunkPicture = await pictures.shrink(imageBase64, ownerId);
  const { imageHash, image } = await privateData.pictures.save(subjectId, ownerId, shrunkPicture);
  const commandResult = await handle({
    imageHash,
    ...(image && { image: { ...image, ...(focus && { focus }) } }),
  });
  if (!commandResult.accepted) await privateData.pictures.delete(subjectId);
  return commandResult;
}

/**
 * Handles a command that removes a picture, then deletes the picture. After a crash in between, the orphaned pictures
 * job deletes the picture.
 * @param pictureId the picture's id, or null if there is no picture
 * @param isRemoved whether the accepted command has removed the picture; always if omitted
 */
export async function handleAndDeletePicture<State, E extends DomainEvent>(
  { privateData: { pictures } }: Pick<PictureDependencies, 'privateData'>,
  pictureId: Uuid | null,
  handle: () => Promise<CommandResult<State, E>>,
  isRemoved: (accepted: AcceptedCommand<State, E>) => boolean = () => true,
): Promise<CommandResult<State, E>> {
  // Marked first, so that the orphaned pictures job finds it after a crash.
  if (pictureId) await pictures.markUnverified(pictureId);
  const commandResult = await handle();
  if (pictureId && commandResult.accepted && isRemoved(commandResult)) await pictures.delete(pictureId);
  return commandResult;
}
