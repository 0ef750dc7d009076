import type { AdoptionEvent } from '../../domain/adoption/events.ts';
import { toStreamName, type Uuid } from '../../domain/kernel/ids.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import type { PostEvent } from '../../domain/posts/events.ts';

/** Dependencies of the deletion of orphaned pictures. */
export interface PicturesSystem {
  readonly privateData: Pick<PrivateData, 'pictures'>;
  readonly rawLog: Pick<EventLog, 'readStream'>;
  readonly clock: Clock;
}

/** Age after which a picture without an event is orphaned, in ms. A process stores the event within seconds. */
const MIN_ORPHAN_AGE_MS = 60 * 60_000;
/** Maximum number of pictures per query. */
const BATCH_SIZE = 500;
const ADOPTION_REMOVED: AdoptionEvent['type'] = 'AdoptionRemoved';
const POST_DELETED: PostEvent['type'] = 'PostDeleted';

async function isReferenced({ rawLog }: PicturesSystem, subjectId: Uuid): Promise<boolean> {
  const crowdfunding = await rawLog.readStream(toStreamName('crowdfunding', subjectId), { limit: 1 });
  if (crowdfunding.length > 0) return true;
  const animal = await rawLog.readStream(toStreamName('adoption', subjectId));
  if (animal.length > 0) return animal.at(-1)?.type !== ADOPTION_REMOVED;
  const post = await rawLog.readStream(toStreamName('post', subjectId));
  return post.length > 0 && post.every(({ type }) => type !== POST_DELETED);
}

/**
 * Deletes pictures that are older than an hour and whose campaign, animal or post is not in the log or was removed.
 * Each picture is checked once, and again when its animal or post is removed.
 */
export async function deleteOrphanedPictures(system: PicturesSystem): Promise<void> {
  const { pictures } = system.privateData;
  const before = new Date(Date.parse(system.clock.now()) - MIN_ORPHAN_AGE_MS).toISOString();
  for (;;) {
    const unreferencedIds = await pictures.listUnreferenced(before, BATCH_SIZE);
    for (const subjectId of unreferencedIds)
      await ((await isReferenced(system, subjectId))
        ? pictures.markReferenced(subjectId)
        : pictures.forget(subjectId, before));
    if (unreferencedIds.length < BATCH_SIZE) return;
  }
}
