import type { PictureChanged } from '../../domain/accounts/events.ts';
import type { AdoptionEvent } from '../../domain/adoption/events.ts';
import { type AccountId, toStreamName, type Uuid } from '../../domain/kernel/ids.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { PostEvent } from '../../domain/posts/events.ts';

/** Dependencies of `deleteOrphanedPictures`. */
export interface PicturesSystem {
  readonly privateData: Pick<PrivateData, 'pictures'>;
  readonly rawLog: Pick<EventLog, 'readStream'>;
  readonly clock: Clock;
}

interface StoredPicture {
  readonly subjectId: Uuid;
  readonly ownerId: AccountId;
}

/** Younger pictures may belong to an event that has not been appended yet. */
const MIN_ORPHAN_AGE_MS = 60 * 60_000;
const BATCH_SIZE = 500;
const ADOPTION_REMOVED: AdoptionEvent['type'] = 'AdoptionRemoved';
const PICTURE_CHANGED: PictureChanged['type'] = 'PictureChanged';
const POST_DELETED: PostEvent['type'] = 'PostDeleted';

async function isProfilePicture(
  { rawLog }: PicturesSystem,
  { subjectId, ownerId }: StoredPicture,
): Promise<boolean> {
  const accountEvents = await rawLog.readStream(toStreamName('account', ownerId));
  const pictureChange = accountEvents.findLast(({ type }) => type === PICTURE_CHANGED);
  const { picture = null } = (pictureChange?.data ?? {}) as Partial<PictureChanged['data']>;
  return picture?.id === subjectId;
}

async function isReferenced(system: PicturesSystem, storedPicture: StoredPicture): Promise<boolean> {
  const { rawLog } = system;
  const { subjectId } = storedPicture;
  const crowdfundingEvents = await rawLog.readStream(toStreamName('crowdfunding', subjectId), { limit: 1 });
  if (crowdfundingEvents.length > 0) return true;
  const animalEvents = await rawLog.readStream(toStreamName('adoption', subjectId));
  if (animalEvents.length > 0) return animalEvents.at(-1)?.type !== ADOPTION_REMOVED;
  const postEvents = await rawLog.readStream(toStreamName('post', subjectId));
  if (postEvents.length > 0) return postEvents.every(({ type }) => type !== POST_DELETED);
  return isProfilePicture(system, storedPicture);
}

/**
 * Deletes pictures older than an hour that no campaign, animal, post or profile refers to. Each picture is checked
 * once, and again after its animal or post is removed.
 */
export async function deleteOrphanedPictures(system: PicturesSystem): Promise<void> {
  const { pictures } = system.privateData;
  const createdBefore = new Date(Date.parse(system.clock.now()) - MIN_ORPHAN_AGE_MS).toISOString();
  for (;;) {
    const unreferencedPictures = await pictures.listUnreferenced(createdBefore, BATCH_SIZE);
    for (const stored of unreferencedPictures)
      await ((await isReferenced(system, stored))
        ? pictures.markReferenced(stored.subjectId)
        : pictures.delete(stored.subjectId, createdBefore));
    if (unreferencedPictures.length < BATCH_SIZE) return;
  }
}
