import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';

/** Account role. USER and ORG are chosen at registration; ADMIN and MOD are granted to staff. */
export type Role = 'USER' | 'ORG' | 'ADMIN' | 'MOD';

/** Role chosen at registration. */
export type BaseRole = 'USER' | 'ORG';

/** Role granted by operators. */
export type StaffRole = 'ADMIN' | 'MOD';

type EventOf<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly accountId: AccountId } & Data
>;

export type AccountRegistered = EventOf<
  'AccountRegistered',
  {
    readonly role: BaseRole;
    readonly nickname: string;
    readonly profileName: string;
    /** Category of an organization; null for a person. */
    readonly category: string | null;
  }
>;
export type OrganizationApproved = EventOf<'OrganizationApproved'>;
/** Final. The account's private data is deleted. */
export type OrganizationDeclined = EventOf<'OrganizationDeclined'>;
export type ProfileNameChanged = EventOf<'ProfileNameChanged', { readonly profileName: string }>;
export type NicknameChanged = EventOf<'NicknameChanged', { readonly nickname: string }>;
/** `bio` is empty if the bio was removed. */
export type BioChanged = EventOf<'BioChanged', { readonly bio: string }>;
/** `website` is a normalized URL, or empty if the website was removed. */
export type WebsiteChanged = EventOf<'WebsiteChanged', { readonly website: string }>;
/** Reference to a stored profile picture. */
export interface ProfilePicture {
  /** Picture id. It is also the subject id in the picture store. */
  readonly id: Uuid;
  /** SHA-256 of the JPEG, in hexadecimal. */
  readonly hash: string;
}

/** `picture` is null if the picture was removed. */
export type PictureChanged = EventOf<'PictureChanged', { readonly picture: ProfilePicture | null }>;
/** Staff hid the picture, bio and website from everybody except the owner and staff. The reason is in the metadata. */
export type ProfileTakenDown = EventOf<'ProfileTakenDown'>;
export type ProfileRestored = EventOf<'ProfileRestored'>;
export type AccountDeactivated = EventOf<'AccountDeactivated'>;
/**
 * The account's owner requested its erasure. Follows `AccountDeactivated`. A reactivation before `eraseAt` cancels the
 * erasure.
 */
export type AccountDeletionScheduled = EventOf<'AccountDeletionScheduled', { readonly eraseAt: Instant }>;
export type AccountBanned = EventOf<'AccountBanned'>;
/** A ban that ends automatically. The event that records its end can be appended later than `until`. */
export type AccountSuspended = EventOf<'AccountSuspended', { readonly until: Instant }>;
/** When banning the account, staff also ordered the cancellation of its pending and active campaigns. */
export type CrowdfundingCancellationOrdered = EventOf<'CrowdfundingCancellationOrdered'>;
/** Staff warned the account because of a reported subject. The reason is in the metadata. */
export type AccountWarned = EventOf<'AccountWarned', { readonly caseId: Uuid }>;
/** The account was reactivated. This also lifts a ban or records the end of a suspension. */
export type AccountReactivated = EventOf<'AccountReactivated'>;
export type StaffRoleGranted = EventOf<'StaffRoleGranted', { readonly role: StaffRole }>;
/** The account has the role from its registration again. */
export type StaffRoleRevoked = EventOf<'StaffRoleRevoked', { readonly role: BaseRole }>;

/** Final. From this event on, the account's personal data and texts are unreadable. */
export type AccountErased = EventOf<'AccountErased'>;

export type AccountEvent =
  | AccountRegistered
  | OrganizationApproved
  | OrganizationDeclined
  | ProfileNameChanged
  | NicknameChanged
  | BioChanged
  | WebsiteChanged
  | PictureChanged
  | ProfileTakenDown
  | ProfileRestored
  | AccountDeactivated
  | AccountDeletionScheduled
  | AccountBanned
  | AccountSuspended
  | AccountWarned
  | CrowdfundingCancellationOrdered
  | AccountReactivated
  | StaffRoleGranted
  | StaffRoleRevoked
  | AccountErased;

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
