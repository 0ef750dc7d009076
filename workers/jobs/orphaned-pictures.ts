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
/** Categories of the streams whose things have pictures. */
const PICTURED = ['crowdfunding', 'adoption'];

async function isNamed({ rawLog }: PicturesSystem, subjectId: Uuid): Promise<boolean> {
  for (const category of PICTURED) {
    const events = await rawLog.readStream(streamName(category, subjectId), { limit: 1 });
    if (events.length > 0) return true;
  }
  return false;
}

/**
 * Forgets pictures whose process died before it told of them: older than an hour, and of a campaign or an animal that
 * the log does not know. Each picture is looked at once.
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
