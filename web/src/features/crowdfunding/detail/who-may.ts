import type { SessionUser } from '../../../../../contract/shapes.ts';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { isStaff } from '../../../state/session.ts';

/** Actions that a reader may take on a campaign. */
export interface Rights {
  /** Whether the actions tab is shown. */
  readonly actions: boolean;
  readonly cancel: boolean;
  readonly close: boolean;
  readonly review: boolean;
  /** As staff, with a reason. */
  readonly cancelAsStaff: boolean;
  /** Whether another staff member must decide, because the campaign is the user's own. */
  readonly awaitsColleague: boolean;
}

/** Determines the permitted actions by user and campaign status. */
export function rightsOf(user: Pick<SessionUser, 'id' | 'role'> | null, campaign: Campaign): Rights {
  const { status, creator } = campaign;
  const open = status === 'PENDING' || status === 'ACTIVE';
  const own = user?.id === creator.idProfile;
  const staff = isStaff(user?.role);
  return {
    actions: open && (own || staff),
    cancel: open && own,
    close: status === 'ACTIVE' && own,
    review: status === 'PENDING' && staff && !own,
    cancelAsStaff: open && staff && !own,
    awaitsColleague: status === 'PENDING' && staff && own,
  };
}
