import type { CommandResult } from '../domain/handle.ts';
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
  const shrunkPicture = await pictures.shrink(imageBase64);
  const { imageHash, image } = await privateData.pictures.save(subjectId, ownerId, shrunkPicture);
  const commandResult = await handle({
    imageHash,
    ...(image && { image: { ...image, ...(focus && { focus }) } }),
  });
  if (!commandResult.accepted) await privateData.pictures.delete(subjectId);
  return commandResult;
}
