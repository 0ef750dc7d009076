import { z } from 'zod';
import { givenReasonProblem, reasonProblem } from '../../domain/moderation/rules.ts';
import { accountParams } from './accounts.ts';
import { call } from './call.ts';
import {
  coins,
  count,
  done,
  LIST_PAGE_SIZE,
  optionalText,
  pageQuery,
  ruledText,
  soughtText,
} from './fields.ts';
import { outOfSight, profile, profileRow } from './shapes.ts';

/** Why staff do something. */
export const reason = ruledText('The reason', reasonProblem);

/** The body of what staff may do without saying why. */
export const perhapsReason = z.object({ reason: optionalText('The reason', reasonProblem) });

/** Why staff do something that needs a reason. */
export const givenReason = ruledText('The reason', givenReasonProblem);

/** The roles of staff. */
export const staff = ['ADMIN', 'MOD'] as const;

/** An organization that awaits approval, with what staff decide by. What it left out is null. */
export const awaitingOrganization = profile
  .extend({
    category: z.string(),
    email: z.string(),
    person: z.object({ name: z.string(), surnames: z.string() }),
    website: z.string().nullable(),
    registrationNumber: z.string().nullable(),
  })
  .meta({ id: 'AwaitingOrganization' });
export type AwaitingOrganization = z.output<typeof awaitingOrganization>;

export const awaitingOrganizations = call({
  name: 'awaitingOrganizations',
  context: 'moderation',
  summary: 'Organizations that await approval, oldest first',
  method: 'GET',
  path: '/api/dashboard/organizations',
  who: staff,
  query: pageQuery,
  answer: z.array(awaitingOrganization),
  pageSize: LIST_PAGE_SIZE,
});

export const approveOrganization = call({
  name: 'approveOrganization',
  context: 'moderation',
  summary: 'Approves an organization, which may log in from then on',
  method: 'PUT',
  path: '/api/dashboard/approve/organization/{id}',
  who: staff,
  params: accountParams,
  body: perhapsReason,
  answer: done,
  errors: ['PROFILE_NOT_FOUND', 'NOT_AWAITING_APPROVAL'],
});

export const declineOrganization = call({
  name: 'declineOrganization',
  context: 'moderation',
  summary: 'Declines an organization, whose account is deleted',
  method: 'PUT',
  path: '/api/dashboard/decline/organization/{id}',
  who: staff,
  params: accountParams,
  body: perhapsReason,
  answer: done,
  errors: ['PROFILE_NOT_FOUND', 'NOT_AWAITING_APPROVAL'],
});

/** A profile that is out of sight, and why. */
export const deactivatedProfile = profileRow.extend({ state: outOfSight }).meta({ id: 'DeactivatedProfile' });
export type DeactivatedProfile = z.output<typeof deactivatedProfile>;

export const deactivatedProfiles = call({
  name: 'deactivatedProfiles',
  context: 'moderation',
  summary: 'Deactivated and banned profiles whose nickname contains a text, the newest account first',
  method: 'GET',
  path: '/api/dashboard/deactivated-profiles',
  who: staff,
  query: pageQuery.extend({
    nickname: soughtText('nickname', 64)
      .optional()
      .meta({ description: 'Part of the nickname, in any case.' }),
  }),
  answer: z.array(deactivatedProfile),
  pageSize: LIST_PAGE_SIZE,
});

export const reactivateProfile = call({
  name: 'reactivateProfile',
  context: 'moderation',
  summary: 'Reactivates an account, also one that is banned; its old tokens stay refused',
  method: 'PUT',
  path: '/api/dashboard/reactive-profile/{id}',
  who: staff,
  params: accountParams,
  body: perhapsReason,
  answer: done,
  errors: ['PROFILE_NOT_FOUND', 'ACCOUNT_NOT_DEACTIVATED'],
});

export const banProfile = call({
  name: 'banProfile',
  context: 'moderation',
  summary: 'Bans an account that is not staff’s; its tokens are refused from then on',
  method: 'PUT',
  path: '/api/dashboard/ban-profile/{id}',
  who: staff,
  params: accountParams,
  body: z.object({
    reason: givenReason,
    cancelCampaigns: z
      .boolean({ error: 'It must be true or false whether campaigns are cancelled.' })
      .optional()
      .meta({ description: 'Cancels the pending and active campaigns of the account: donors are refunded.' }),
  }),
  answer: done,
  errors: ['PROFILE_NOT_FOUND', 'STAFF_CANNOT_BE_BANNED'],
});

const analyticsDay = z.object({ date: z.iso.date(), newUsers: count, newPosts: count, donations: coins });

/** What happened in seven days; the totals are the sums of the series. */
export const analytics = z
  .object({
    newUsers: count.meta({ description: 'Accounts that were registered, of every role.' }),
    newPosts: count.meta({ description: 'Posts that were published, comments among them.' }),
    totalOrgs: count.meta({
      description:
        'Approved organizations, staff or not, that are neither deactivated, banned nor erased now.',
    }),
    donations: coins.meta({ description: 'Coins that were given to campaigns.' }),
    from: z.iso.date(),
    to: z.iso.date(),
    series: z.array(analyticsDay).length(7),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.output<typeof analytics>;

export const getAnalytics = call({
  name: 'getAnalytics',
  context: 'moderation',
  summary: 'Figures of the last seven days in UTC, today included',
  method: 'GET',
  path: '/api/dashboard/analytics',
  who: staff,
  answer: analytics,
});
