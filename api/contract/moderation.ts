import { z } from 'zod';
import { accountParams } from './accounts.ts';
import { call } from './call.ts';
import { done, LIST_PAGE_SIZE, pageQuery, ruledText } from './fields.ts';
import { profile } from './shapes.ts';

const REASON_LIMIT = 500;

/** Why staff do something. */
export const reason = ruledText('The reason', (text) =>
  [...text].length > REASON_LIMIT ? `The reason cannot exceed ${REASON_LIMIT} characters.` : null,
);

/** The roles of staff. */
export const staff = ['ADMIN', 'MOD'] as const;

export const awaitingOrganizations = call({
  name: 'awaitingOrganizations',
  context: 'moderation',
  summary: 'Organizations that await approval, oldest first',
  method: 'GET',
  path: '/api/dashboard/organizations',
  who: staff,
  query: pageQuery,
  answer: z.array(profile),
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
  body: z.object({ reason: reason.optional() }),
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
  body: z.object({ reason: reason.optional() }),
  answer: done,
  errors: ['PROFILE_NOT_FOUND', 'NOT_AWAITING_APPROVAL'],
});
