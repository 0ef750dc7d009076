import type { SessionUser } from '../../../../../api/contract/shapes.ts';
import type { Campaign } from '../../../api/crowdfunding.ts';
import { isStaff } from '../../../state/session.ts';

/** What somebody may do with a campaign. */
export interface Rights {
  /** Whether there is a tab of actions at all. */
  readonly actions: boolean;
  readonly cancel: boolean;
  readonly close: boolean;
  readonly review: boolean;
  /** As staff, with a reason. */
  readonly cancelAsStaff: boolean;
  /** Whether another member of staff must decide, since it is the user's own. */
  readonly awaitsColleague: boolean;
}

/** What somebody may do with a campaign, by who they are and where it stands. */
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
