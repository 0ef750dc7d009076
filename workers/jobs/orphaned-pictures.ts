import type { AdoptionEvent } from '../../domain/adoption/events.ts';
import { streamName, type Uuid } from '../../domain/kernel/ids.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';

/** What looking for orphaned pictures needs of the system. */
export interface PicturesSystem {
  readonly privateData: Pick<PrivateData, 'pictures'>;
  readonly rawLog: Pick<EventLog, 'readStream'>;
  readonly clock: Clock;
}

/** Whoever keeps a picture tells of it within seconds; after so long, in milliseconds, nobody will any more. */
const ORPHANED_MS = 60 * 60_000;
/** Pictures of one round. */
const BATCH = 500;
const REMOVED: AdoptionEvent['type'] = 'AdoptionRemoved';

async function isNamed({ rawLog }: PicturesSystem, subjectId: Uuid): Promise<boolean> {
  const campaign = await rawLog.readStream(streamName('crowdfunding', subjectId), { limit: 1 });
  if (campaign.length > 0) return true;
  const animal = await rawLog.readStream(streamName('adoption', subjectId));
  return animal.length > 0 && animal.at(-1)?.type !== REMOVED;
}

/**
 * Forgets pictures whose process died before it told of them, or before it forgot them itself: older than an hour, and of
 * a campaign or an animal that the log does not know, or of an animal that was removed. Each picture is looked at once,
 * and once more when somebody goes about to remove what it shows.
 */
export async function forgetOrphanedPictures(system: PicturesSystem): Promise<void> {
  const { pictures } = system.privateData;
  const before = new Date(Date.parse(system.clock.now()) - ORPHANED_MS).toISOString();
  for (;;) {
    const unnamed = await pictures.unnamed(before, BATCH);
    for (const subjectId of unnamed)
      await ((await isNamed(system, subjectId))
        ? pictures.named(subjectId)
        : pictures.forget(subjectId, before));
    if (unnamed.length < BATCH) return;
  }
}
