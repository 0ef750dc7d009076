import type { DomainEvent, EventDefinitions } from '../kernel/event.ts';
import type { AccountId } from '../kernel/ids.ts';

/** What an account may be and do. USER and ORG are chosen when registering, ADMIN and MOD are granted to staff. */
export type Role = 'USER' | 'ORG' | 'ADMIN' | 'MOD';

/** A role that somebody registers with. */
export type BaseRole = 'USER' | 'ORG';

/** A role that operators grant. */
export type StaffRole = 'ADMIN' | 'MOD';

type Of<Type extends string, Data extends object = object> = DomainEvent<
  Type,
  { readonly accountId: AccountId } & Data
>;

export type AccountRegistered = Of<
  'AccountRegistered',
  {
    readonly role: BaseRole;
    readonly nickname: string;
    readonly profileName: string;
    /** What kind of organization; null for a person. */
    readonly category: string | null;
  }
>;
export type OrganizationApproved = Of<'OrganizationApproved'>;
/** Declining deletes the account. */
export type OrganizationDeclined = Of<'OrganizationDeclined'>;
export type ProfileNameChanged = Of<'ProfileNameChanged', { readonly profileName: string }>;
export type NicknameChanged = Of<'NicknameChanged', { readonly nickname: string }>;
export type AccountDeactivated = Of<'AccountDeactivated'>;
export type AccountBanned = Of<'AccountBanned'>;
/** Staff banned the account and ordered that its campaigns which are pending or active are cancelled. */
export type CrowdfundingCancellationOrdered = Of<'CrowdfundingCancellationOrdered'>;
/** Also lifts a ban. */
export type AccountReactivated = Of<'AccountReactivated'>;
export type StaffRoleGranted = Of<'StaffRoleGranted', { readonly role: StaffRole }>;
/** The account goes back to the role that it registered with. */
export type StaffRoleRevoked = Of<'StaffRoleRevoked', { readonly role: BaseRole }>;

/** The person asked to be forgotten: nobody can read what they wrote, or who they were, from here on. Final. */
export type AccountErased = Of<'AccountErased'>;

export type AccountEvent =
  | AccountRegistered
  | OrganizationApproved
  | OrganizationDeclined
  | ProfileNameChanged
  | NicknameChanged
  | AccountDeactivated
  | AccountBanned
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
  AccountDeactivated: { version: 1 },
  AccountBanned: { version: 1 },
  CrowdfundingCancellationOrdered: { version: 1 },
  AccountReactivated: { version: 1 },
  StaffRoleGranted: { version: 1 },
  StaffRoleRevoked: { version: 1 },
  AccountErased: { version: 1, erases: 'accountId' },
};
