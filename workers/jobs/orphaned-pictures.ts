import { iteratePages } from '../../common/iterate-pages.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { adoptionDecider } from '../../domain/adoption/decide.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Handler } from '../../domain/handle.ts';
import { addMs, type Uuid } from '../../domain/kernel/ids.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import { EventLogUnavailable } from '../../domain/ports/event-log.ts';
import type { UnreferencedPicture } from '../../domain/ports/picture-store.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { postDecider } from '../../domain/posts/decide.ts';
import type { WorkerLogger } from '../worker.ts';

/** Dependencies of `deleteOrphanedPictures`. */
export interface PicturesSystem {
  readonly privateData: Pick<PrivateData, 'pictures'>;
  readonly handler: Pick<Handler, 'load'>;
  readonly clock: Clock;
  readonly logger: WorkerLogger;
}

/** Younger pictures may belong to an event that has not been appended yet. */
const MIN_ORPHAN_AGE_MS = 60 * 60_000;
const BATCH_SIZE = 500;

/** Subject for reports about pictures whose events cannot be read. */
const CHECK_SUBJECT = 'checking pictures';
/** Maximum number of failures that one run logs. */
const MAX_LOGGED_FAILURES = 100;

async function isReferenced(
  { handler }: PicturesSystem,
  { subjectId, ownerId }: UnreferencedPicture,
): Promise<boolean> {
  const { state: crowdfunding } = await handler.load(crowdfundingDecider, subjectId);
  if (crowdfunding.status !== 'NONE') return true;
  const { state: animal } = await handler.load(adoptionDecider, subjectId);
  if (animal.status !== 'NONE') return animal.status !== 'REMOVED';
  const { state: post } = await handler.load(postDecider, subjectId);
  if (post.status !== 'NONE') return post.status !== 'DELETED';
  const { state: account } = await handler.load(accountDecider, ownerId);
  return account.picture?.id === subjectId;
}

/**
 * Deletes pictures older than an hour that no campaign, animal, post or profile refers to. Each picture is checked
 * once, and again after its animal or post is removed. A picture that cannot be checked is kept until a later run, and
 * does not block others.
 * @throws EventLogUnavailable
 */
export async function deleteOrphanedPictures(system: PicturesSystem): Promise<void> {
  const { clock, logger, privateData } = system;
  const { pictures } = privateData;
  const createdBefore = addMs(clock.now(), -MIN_ORPHAN_AGE_MS);
  const readPage = (last: UnreferencedPicture | null) =>
    pictures.listUnreferenced(createdBefore, BATCH_SIZE, last ?? undefined);
  let failed = 0;

  function reportFailure(pictureId: Uuid, error: unknown): void {
    failed += 1;
    if (failed <= MAX_LOGGED_FAILURES)
      logger.error({ err: error, pictureId }, 'picture not checked', CHECK_SUBJECT);
  }

  for await (const picture of iteratePages(readPage, BATCH_SIZE))
    try {
      await ((await isReferenced(system, picture))
        ? pictures.markReferenced(picture.subjectId)
        : pictures.delete(picture.subjectId, createdBefore));
    } catch (error) {
      if (error instanceof EventLogUnavailable) throw error;
      reportFailure(picture.subjectId, error);
    }
  if (failed === 0) logger.recovered?.(CHECK_SUBJECT);
}
