import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { SubjectKind } from '../../domain/moderation/rules.ts';
import { profileById } from '../../projections/accounts/profiles/query.ts';
import { animalById } from '../../projections/adoption/animals/query.ts';
import { crowdfundingById } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { postById } from '../../projections/posts/posts/query.ts';
import { maySee } from '../crowdfunding/policy.ts';
import type { Caller } from '../http/caller.ts';
import type { ApiSystem } from '../http/system.ts';

/** Whose it is that somebody reports; null when it is not there, or not for their eyes. */
export async function ownerOfSubject(
  { pool }: Pick<ApiSystem, 'pool'>,
  caller: Caller,
  kind: SubjectKind,
  id: Uuid,
): Promise<AccountId | null> {
  switch (kind) {
    case 'post':
      return (await postById(pool, caller, id))?.creatorData.id ?? null;
    case 'profile':
      return (await profileById(pool, caller, id))?.id ?? null;
    case 'animal':
      return (await animalById(pool, caller, id))?.post.owner.id ?? null;
    case 'crowdfunding': {
      const campaign = await crowdfundingById(pool, caller, id);
      return campaign && maySee(caller, campaign) ? campaign.creator.idProfile : null;
    }
  }
}
