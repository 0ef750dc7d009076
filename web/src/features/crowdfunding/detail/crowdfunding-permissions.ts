import type { SessionUser } from '../../../../../contract/shapes.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { isStaff } from '../../../state/session.ts';

/** Actions that a user can take on a campaign. */
export interface CrowdfundingPermissions {
  /** Whether the updates tab is shown. Before the approval, nothing can be posted. */
  readonly hasUpdates: boolean;
  readonly canPostUpdates: boolean;
  /** Whether the actions tab is shown. */
  readonly hasActions: boolean;
  readonly canCancel: boolean;
  readonly canClose: boolean;
  readonly canReview: boolean;
  /** Whether the user can cancel the campaign as staff, which requires a reason. */
  readonly canCancelAsStaff: boolean;
  /** Whether another staff member must decide, because the user owns the campaign. */
  readonly needsOtherReviewer: boolean;
}

/** Returns the permitted actions for a user and a campaign status. */
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
