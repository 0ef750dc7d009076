import { accountDecider } from '../../domain/accounts/decide.ts';
import { adoptionDecider } from '../../domain/adoption/decide.ts';
import { crowdfundingDecider } from '../../domain/crowdfunding/decide.ts';
import type { Handler } from '../../domain/handle.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { Clock } from '../../domain/ports/clock.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { postDecider } from '../../domain/posts/decide.ts';

/** Dependencies of `deleteOrphanedPictures`. */
export interface PicturesSystem {
  readonly privateData: Pick<PrivateData, 'pictures'>;
  readonly handler: Pick<Handler, 'load'>;
  readonly clock: Clock;
}

interface StoredPicture {
  readonly subjectId: Uuid;
  readonly ownerId: AccountId;
}

/** Younger pictures may belong to an event that has not been appended yet. */
const MIN_ORPHAN_AGE_MS = 60 * 60_000;
const BATCH_SIZE = 500;

async function isReferenced(
  { handler }: PicturesSystem,
  { subjectId, ownerId }: StoredPicture,
): Promise<boolean> {
  const { state: crowdfunding } = await handler.load(crowdfundingDecider, subjectId);
  if (crowdfunding.status !== 'NONE') return true;
  const { state: animal } = await handler.load(adoptionDecider, subjectId);
  if (animal.status !== 'NONE') return animal.status !== 'REMOVED';
  const { state: post } = await handler.load(postDecider, subjectId);
  if (post.status !== 'none') return post.status !== 'deleted';
  const { state: account } = await handler.load(accountDecider, ownerId);
  return account.picture?.id === subjectId;
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
