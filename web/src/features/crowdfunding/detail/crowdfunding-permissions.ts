import type { SessionUser } from '../../../../../contract/shapes.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { isStaff } from '../../../state/session.ts';

/** Actions that a reader may take on a campaign. */
export interface CrowdfundingPermissions {
  /** Whether the updates tab is shown: nothing can be posted before the approval. */
  readonly hasUpdates: boolean;
  readonly canPostUpdates: boolean;
  /** Whether the actions tab is shown. */
  readonly hasActions: boolean;
  readonly canCancel: boolean;
  readonly canClose: boolean;
  readonly canReview: boolean;
  /** As staff, with a reason. */
  readonly canCancelAsStaff: boolean;
  /** Whether another staff member must decide, because the campaign is the user's own. */
  readonly needsOtherReviewer: boolean;
}

/** Determines the permitted actions by user and campaign status. */
export function getPermissions(
  user: Pick<SessionUser, 'id' | 'role'> | null,
  crowdfunding: Crowdfunding,
): CrowdfundingPermissions {
  const { status, creator, startDate } = crowdfunding;
  const open = status === 'PENDING' || status === 'ACTIVE';
  const isOwn = user?.id === creator.idProfile;
  const staff = isStaff(user?.role);
  const hasUpdates = startDate !== null;
  return {
    hasUpdates,
    canPostUpdates: hasUpdates && isOwn,
    hasActions: open && (isOwn || staff),
    canCancel: open && isOwn,
    canClose: status === 'ACTIVE' && isOwn,
    canReview: status === 'PENDING' && staff && !isOwn,
    canCancelAsStaff: open && staff && !isOwn,
    needsOtherReviewer: status === 'PENDING' && staff && isOwn,
  };
}
