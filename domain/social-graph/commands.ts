import type { AccountId } from '../kernel/ids.ts';

/** Follows who is not followed and stops following who is. */
export interface ToggleFollow {
  readonly type: 'ToggleFollow';
  readonly followerId: AccountId;
  readonly followeeId: AccountId;
}
