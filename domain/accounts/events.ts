import type { EventDefinitions, EventsOf, OfType } from '../kernel/event.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';

/** Account role. USER and ORG are chosen at registration; ADMIN and MOD are granted to staff. */
export type Role = 'USER' | 'ORG' | 'ADMIN' | 'MOD';

/** Role chosen at registration. */
export type BaseRole = 'USER' | 'ORG';

/** Role granted by operators. */
export type StaffRole = 'ADMIN' | 'MOD';

/** Reference to a stored profile picture. */
export interface ProfilePicture {
  /** Picture id. It is also the subject id in the picture store. */
  readonly id: Uuid;
  /** SHA-256 of the JPEG, in hexadecimal. */
  readonly hash: string;
}

/** Data of the account events, in addition to the account id; `object` means no further fields. */
interface AccountEventData {
  readonly AccountRegistered: {
    readonly role: BaseRole;
    readonly nickname: string;
    readonly profileName: string;
    /** Category of an organization; null for a person. */
    readonly category: string | null;
  };
  readonly OrganizationApproved: object;
  /** Final. The account's private data is deleted. */
  readonly OrganizationDeclined: object;
  readonly ProfileNameChanged: { readonly profileName: string };
  readonly NicknameChanged: { readonly nickname: string };
  /** `bio` is empty if the bio was removed. */
  readonly BioChanged: { readonly bio: string };
  /** `website` is a normalized URL, or empty if the website was removed. */
  readonly WebsiteChanged: { readonly website: string };
  /** `picture` is null if the picture was removed. */
  readonly PictureChanged: { readonly picture: ProfilePicture | null };
  /** Staff hid the picture, bio and website from everybody except the owner and staff. The metadata has the reason. */
  readonly ProfileTakenDown: object;
  readonly ProfileRestored: object;
  readonly AccountDeactivated: object;
  /** The owner requested the erasure. Follows `AccountDeactivated`. A reactivation before `eraseAt` cancels it. */
  readonly AccountDeletionScheduled: { readonly eraseAt: Instant };
  readonly AccountBanned: object;
  /**
   * A ban that ends automatically. The event that records its end can be appended later than `until`. `caseId` is the
   * moderation case that led to it, if any.
   */
  readonly AccountSuspended: { readonly until: Instant; readonly caseId?: Uuid };
  /** Staff warned the account because of a reported subject. The reason is in the metadata. */
  readonly AccountWarned: { readonly caseId: Uuid };
  /** When banning the account, staff also ordered the cancellation of its pending and active campaigns. */
  readonly CrowdfundingCancellationOrdered: object;
  /** The account was reactivated. This also lifts a ban or records the end of a suspension. */
  readonly AccountReactivated: object;
  readonly StaffRoleGranted: { readonly role: StaffRole };
  /** The account reverts to the role that it registered with. */
  readonly StaffRoleRevoked: { readonly role: BaseRole };
  /** Final. From this event on, the account's personal data and texts are unreadable. */
  readonly AccountErased: object;
}

/** An event of an account stream. */
export type AccountEvent = EventsOf<AccountEventData, { readonly accountId: AccountId }>;

/** The account was registered. The first event of each account. */
export type AccountRegistered = OfType<AccountEvent, 'AccountRegistered'>;
/** Staff declined the organization, which is final. */
export type OrganizationDeclined = OfType<AccountEvent, 'OrganizationDeclined'>;
/** Staff ordered the cancellation of all campaigns of a banned account. */
export type CrowdfundingCancellationOrdered = OfType<AccountEvent, 'CrowdfundingCancellationOrdered'>;
/** The account was reactivated, its ban lifted, or the end of its suspension recorded. */
export type AccountReactivated = OfType<AccountEvent, 'AccountReactivated'>;
/** The account was granted a staff role. */
export type StaffRoleGranted = OfType<AccountEvent, 'StaffRoleGranted'>;
/** The account's staff role was revoked. */
export type StaffRoleRevoked = OfType<AccountEvent, 'StaffRoleRevoked'>;
/** The account was erased, which is final. */
export type AccountErased = OfType<AccountEvent, 'AccountErased'>;

export const accountEvents: EventDefinitions<AccountEvent> = {
  AccountRegistered: { version: 1, personal: { fields: ['nickname', 'profileName'], owner: 'accountId' } },
  OrganizationApproved: { version: 1 },
  OrganizationDeclined: { version: 1 },
  ProfileNameChanged: { version: 1, personal: { fields: ['profileName'], owner: 'accountId' } },
  NicknameChanged: { version: 1, personal: { fields: ['nickname'], owner: 'accountId' } },
  BioChanged: { version: 1, personal: { fields: ['bio'], owner: 'accountId' } },
  WebsiteChanged: { version: 1, personal: { fields: ['website'], owner: 'accountId' } },
  PictureChanged: { version: 1 },
  ProfileTakenDown: { version: 1 },
  ProfileRestored: { version: 1 },
  AccountDeactivated: { version: 1 },
  AccountDeletionScheduled: { version: 1 },
  AccountBanned: { version: 1 },
  AccountSuspended: { version: 1 },
  AccountWarned: { version: 1 },
  CrowdfundingCancellationOrdered: { version: 1 },
  AccountReactivated: { version: 1 },
  StaffRoleGranted: { version: 1 },
  StaffRoleRevoked: { version: 1 },
  AccountErased: { version: 1, erases: 'accountId' },
};
