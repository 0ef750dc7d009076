import type { CommandsOf } from '../kernel/decider.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { BaseRole, ProfilePicture, StaffRole } from './events.ts';

/** Fields of the account commands, in addition to the account id; `object` means no further fields. */
interface AccountCommandFields {
  readonly RegisterAccount: {
    readonly role: BaseRole;
    readonly nickname: string;
    readonly profileName: string;
    readonly category: string | null;
  };
  readonly ApproveOrganization: object;
  readonly DeclineOrganization: object;
  readonly ChangeProfileName: { readonly profileName: string };
  readonly ChangeNickname: { readonly nickname: string };
  /** An empty `bio` removes the bio. */
  readonly ChangeBio: { readonly bio: string };
  /** An empty `website` removes the website. */
  readonly ChangeWebsite: { readonly website: string };
  /** `picture` refers to a stored picture; null removes the current picture. */
  readonly ChangePicture: { readonly picture: ProfilePicture | null };
  /** Hides a profile's picture, bio and website from everybody except its owner and staff. */
  readonly TakeDownProfile: { readonly staffId: AccountId };
  /** Shows the picture, bio and website again. */
  readonly RestoreProfile: { readonly staffId: AccountId };
  readonly DeactivateAccount: object;
  /**
   * With `until`, the ban is a suspension and ends automatically. With `cancelCrowdfundings`, all campaigns of the
   * account are cancelled as well. A moderation case suspends the account at most once.
   */
  readonly BanAccount: {
    readonly until?: Instant;
    readonly caseId?: Uuid;
    readonly cancelCrowdfundings?: boolean;
  };
  /** Warns an account as the result of a moderation case. */
  readonly WarnAccount: { readonly caseId: Uuid };
  /** Records that a suspension has ended. Has no effect if it has not ended yet. */
  readonly EndSuspension: { readonly at: Instant };
  readonly ReactivateAccount: object;
  readonly GrantStaffRole: { readonly role: StaffRole };
  readonly RevokeStaffRole: object;
  readonly EraseAccount: object;
  /** Deactivates the account and schedules its erasure. */
  readonly ScheduleDeletion: { readonly eraseAt: Instant };
  /** Reactivates the account if its erasure is scheduled. */
  readonly CancelDeletion: object;
  /** Erases the account if its erasure is due. */
  readonly EraseScheduledAccount: { readonly now: Instant };
}

/** A command to an account stream. */
export type AccountCommand = CommandsOf<AccountCommandFields, { readonly accountId: AccountId }>;
