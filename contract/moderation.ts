import { z } from 'zod';
import { STAFF_ROLES } from '../domain/accounts/roles.ts';
import { SUSPENSION_DAYS } from '../domain/accounts/rules.ts';
import { checkReason, checkRequiredReason } from '../domain/moderation/rules.ts';
import { accountParams } from './accounts.ts';
import { defineCall } from './call.ts';
import { moderationEndpoints } from './endpoints/moderation.ts';
import {
  checkedText,
  coins,
  confirmation,
  count,
  failWith,
  optionalText,
  pageQuery,
  searchText,
} from './fields.ts';
import { cancelCampaignsNotABoolean, invalidSuspensionDays, nicknameFilterTooLong } from './problems.ts';
import { closedState, profile, profileRow, suspendedUntil } from './shapes.ts';

/** Request body for staff actions with an optional reason. */
export const optionalReason = z.object({ reason: optionalText(checkReason) });

/** A required reason for a staff action. */
export const reasonText = checkedText(checkRequiredReason);

/** Length of a suspension, in days. */
export const suspensionDays = z.literal(SUSPENSION_DAYS, failWith(invalidSuspensionDays));

/** Roles that staff can have. */
export const staff = STAFF_ROLES;

/** An organization waiting for approval, with its registration data. Fields that it left out are null. */
export const awaitingOrganization = profile
  .extend({
    category: z.string(),
    email: z.string(),
    person: z.object({ name: z.string(), surnames: z.string() }),
    website: z.string().nullable().meta({ description: 'As registered; shown to staff only.' }),
    registrationNumber: z.string().nullable(),
  })
  .meta({ id: 'AwaitingOrganization' });
/** An organization in the list of those that wait for approval. */
export type AwaitingOrganization = z.output<typeof awaitingOrganization>;

export const awaitingOrganizations = defineCall({
  ...moderationEndpoints.awaitingOrganizations,
  summary: 'Lists organizations that await approval, oldest first',
  audience: staff,
  query: pageQuery,
  response: z.array(awaitingOrganization),
});

export const approveOrganization = defineCall({
  ...moderationEndpoints.approveOrganization,
  summary: 'Approves an organization, which may then log in',
  audience: staff,
  params: accountParams,
  body: optionalReason,
  response: confirmation,
  errors: ['PROFILE_NOT_FOUND', 'NOT_AWAITING_APPROVAL'],
});

export const declineOrganization = defineCall({
  ...moderationEndpoints.declineOrganization,
  summary: 'Declines an organization and deletes its account',
  audience: staff,
  params: accountParams,
  body: optionalReason,
  response: confirmation,
  errors: ['PROFILE_NOT_FOUND', 'NOT_AWAITING_APPROVAL'],
});

/** A deactivated or banned profile. */
export const deactivatedProfile = profileRow
  .extend({ state: closedState, until: suspendedUntil })
  .meta({ id: 'DeactivatedProfile' });
/** A profile in the list of deactivated and banned profiles. */
export type DeactivatedProfile = z.output<typeof deactivatedProfile>;

export const deactivatedProfiles = defineCall({
  ...moderationEndpoints.deactivatedProfiles,
  summary: 'Lists deactivated and banned profiles whose nickname contains a text, newest accounts first',
  audience: staff,
  query: pageQuery.extend({
    nickname: searchText(nicknameFilterTooLong)
      .optional()
      .meta({ description: 'Part of the nickname, in any case.' }),
  }),
  response: z.array(deactivatedProfile),
});

export const reactivateProfile = defineCall({
  ...moderationEndpoints.reactivateProfile,
  summary: 'Reactivates a deactivated or banned account; revoked tokens stay revoked',
  audience: staff,
  params: accountParams,
  body: optionalReason,
  response: confirmation,
  errors: ['PROFILE_NOT_FOUND', 'ACCOUNT_NOT_DEACTIVATED'],
});

export const banProfile = defineCall({
  ...moderationEndpoints.banProfile,
  summary: 'Bans or suspends an account, except one of staff, and revokes its tokens',
  audience: staff,
  params: accountParams,
  body: z.object({
    reason: reasonText,
    days: suspensionDays
      .optional()
      .meta({ description: 'Suspends the account: the ban ends automatically after this number of days.' }),
    cancelCampaigns: z
      .boolean(failWith(cancelCampaignsNotABoolean))
      .optional()
      .meta({ description: 'Cancels the pending and active campaigns of the account: donors are refunded.' }),
  }),
  response: confirmation,
  condition: 'with `cancelCampaigns`, a proof of identity from the last 10 minutes',
  errors: ['PROFILE_NOT_FOUND', 'STAFF_CANNOT_BE_BANNED', 'CANNOT_SUSPEND', 'PROOF_REQUIRED'],
});

const analyticsDay = z.object({ date: z.iso.date(), newUsers: count, newPosts: count, donations: coins });

/** Statistics for seven days. Totals are the sums of the series, except `totalOrgs`. */
export const analytics = z
  .object({
    newUsers: count.meta({ description: 'Registered accounts of every role.' }),
    newPosts: count.meta({ description: 'Published posts, including comments.' }),
    totalOrgs: count.meta({
      description:
        'Approved organizations, staff or not, that are neither deactivated, banned nor erased now.',
    }),
    donations: coins.meta({ description: 'Donated coins.' }),
    refunds: coins.meta({ description: 'Coins refunded to donors, whenever they were donated.' }),
    netDonations: z.int().meta({ description: '`donations` - `refunds`.' }),
    previous: z
      .object({ newUsers: count, newPosts: count, donations: coins, refunds: coins, netDonations: z.int() })
      .meta({ description: 'The same figures of the seven days before.' }),
    openReports: count.meta({ description: 'Report cases that are open now.' }),
    waitingAdjustments: count.meta({ description: 'Adjustments that await a second staff member now.' }),
    from: z.iso.date(),
    to: z.iso.date(),
    series: z.array(analyticsDay).length(7),
  })
  .meta({ id: 'Analytics' });
/** Statistics for seven days, in a response. */
export type Analytics = z.output<typeof analytics>;

export const getAnalytics = defineCall({
  ...moderationEndpoints.getAnalytics,
  summary: 'Returns figures of the last seven days in UTC, including today',
  audience: staff,
  response: analytics,
});
