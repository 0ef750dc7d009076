import type { SessionUser } from '../../../../../contract/shapes.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { isStaff } from '../../../state/session.ts';

/** Returns the permitted actions for a user and a campaign status. */
export function getPermissions(user: Pick<SessionUser, 'id' | 'role'> | null, crowdfunding: Crowdfunding) {
  const { status, creator, startDate } = crowdfunding;
  const open = status === 'PENDING' || status === 'ACTIVE';
  const isOwn = user?.id === creator.idProfile;
  const staff = isStaff(user?.role);
  // Before the approval, nothing can be posted.
  const hasUpdates = startDate !== null;
  return {
    hasUpdates,
    canPostUpdates: hasUpdates && isOwn,
    hasActions: open && (isOwn || staff),
    canCancel: open && isOwn,
    canClose: status === 'ACTIVE' && isOwn,
    canReview: status === 'PENDING' && staff && !isOwn,
    /** Requires a reason. */
    canCancelAsStaff: open && staff && !isOwn,
    /** Whether another staff member must decide, because the user owns the campaign. */
    needsOtherReviewer: status === 'PENDING' && staff && isOwn,
  };
}
