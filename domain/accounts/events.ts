import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';

/** Role of an account. USER and ORG are chosen at registration, ADMIN and MOD are granted to staff. */
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
/** Final. The private data of the account is deleted. */
export type OrganizationDeclined = EventOf<'OrganizationDeclined'>;
export type ProfileNameChanged = EventOf<'ProfileNameChanged', { readonly profileName: string }>;
export type NicknameChanged = EventOf<'NicknameChanged', { readonly nickname: string }>;
/** Empty when the bio was removed. */
export type BioChanged = EventOf<'BioChanged', { readonly bio: string }>;
/** A normalized URL; empty when the website was removed. */
export type WebsiteChanged = EventOf<'WebsiteChanged', { readonly website: string }>;
/** A stored picture of a profile. */
export interface ProfilePicture {
  /** Id of the picture, which is its subject in the picture store. */
  readonly id: Uuid;
  /** SHA-256 of the JPEG, in hexadecimal. */
  readonly hash: string;
}

/** Null when the picture was removed. */
export type PictureChanged = EventOf<'PictureChanged', { readonly picture: ProfilePicture | null }>;
/** Staff hid the picture, bio and website from everybody but the owner and staff. The reason is in the metadata. */
export type ProfileTakenDown = EventOf<'ProfileTakenDown'>;
export type ProfileRestored = EventOf<'ProfileRestored'>;
export type AccountDeactivated = EventOf<'AccountDeactivated'>;
/**
 * The account requested its erasure. It follows `AccountDeactivated`; a reactivation before the instant cancels it.
 */
export type AccountDeletionScheduled = EventOf<'AccountDeletionScheduled', { readonly eraseAt: Instant }>;
export type AccountBanned = EventOf<'AccountBanned'>;
/** A ban that ends by itself. The event of its end may be recorded later. */
export type AccountSuspended = EventOf<'AccountSuspended', { readonly until: Instant }>;
/** Staff ordered the cancellation of the account's pending and active campaigns with the ban. */
export type CrowdfundingCancellationOrdered = EventOf<'CrowdfundingCancellationOrdered'>;
/** Staff warned the account because of a reported subject. The reason is in the metadata. */
export type AccountWarned = EventOf<'AccountWarned', { readonly caseId: Uuid }>;
/** Also lifts a ban, and records the end of a suspension. */
export type AccountReactivated = EventOf<'AccountReactivated'>;
export type StaffRoleGranted = EventOf<'StaffRoleGranted', { readonly role: StaffRole }>;
/** The account has the role of its registration again. */
export type StaffRoleRevoked = EventOf<'StaffRoleRevoked', { readonly role: BaseRole }>;

/** Final. The personal data and texts of the account are unreadable from here on. */
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
