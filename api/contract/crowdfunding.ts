import { z } from 'zod';
import {
  descriptionProblem,
  durationProblem,
  goalProblem,
  MANDATORY,
  missingCrowdfunding,
  titleProblem,
} from '../../domain/crowdfunding/rules.ts';
import { MAX_COINS } from '../../domain/kernel/coins.ts';
import { DONATION_MINIMUM, donationProblem, NOT_WHOLE } from '../../domain/wallet/rules.ts';
import { profileKey } from './accounts.ts';
import { call } from './call.ts';
import {
  coins,
  count,
  id,
  idOf,
  imageBase64,
  instant,
  jpeg,
  LIST_PAGE_SIZE,
  PICTURE_BODY_LIMIT,
  pageQuery,
  ruledNumber,
  ruledText,
} from './fields.ts';
import { givenReason, perhapsReason, staff } from './moderation.ts';

/** Donations on a page. */
export const DONATIONS_PAGE_SIZE = 10;

/** A campaign. What was given back is neither in `currentAmount` nor in `numDonations`. */
export const crowdfunding = z
  .object({
    id,
    title: z.string(),
    description: z.string(),
    goalAmount: coins,
    durationDays: z.int(),
    status: z.enum(['PENDING', 'ACTIVE', 'REJECTED', 'CANCELLED', 'CLOSED']),
    createdDate: instant,
    startDate: instant.nullable(),
    endDate: instant.nullable(),
    currentAmount: coins,
    numDonations: count,
    creator: z.object({ idProfile: id, profileName: z.string(), nickname: z.string() }),
    creatorActive: z.boolean().meta({
      description: 'False while the creator is deactivated or banned: the campaign accepts no donations.',
    }),
  })
  .meta({ id: 'Crowdfunding' });
export type Crowdfunding = z.output<typeof crowdfunding>;

/** A donation as everybody sees it. */
export const donation = z
  .object({
    id,
    type: z.literal('DONATION'),
    timestamp: instant,
    donor: z.object({ profileName: z.string(), nickname: z.string() }),
    amount: coins.positive(),
  })
  .meta({ id: 'Donation' });
export type Donation = z.output<typeof donation>;

const crowdfundings = z.array(crowdfunding);
const params = z.object({ id: idOf(missingCrowdfunding) });
const donationParams = z.object({ crowdfundingId: idOf(missingCrowdfunding) });

const TOO_SMALL = donationProblem(0, 0) ?? NOT_WHOLE;

const donatedAmount = z
  .string({ error: TOO_SMALL })
  .regex(/^[+-]?\d+$/, { error: NOT_WHOLE })
  // What is more than can be counted is more than anybody has.
  .transform((text) => Math.min(Number(text), MAX_COINS))
  .refine((amount) => amount >= DONATION_MINIMUM, { error: TOO_SMALL })
  .meta({ type: 'integer', minimum: DONATION_MINIMUM });

export const createCrowdfunding = call({
  name: 'createCrowdfunding',
  context: 'crowdfunding',
  summary: 'Asks staff to let a campaign begin',
  method: 'POST',
  path: '/api/crowdfunding',
  who: ['ORG', 'ADMIN'],
  body: z.object({
    title: ruledText('The title', titleProblem),
    description: ruledText('The description', descriptionProblem),
    goalAmount: ruledNumber('The goal amount', goalProblem, MANDATORY),
    durationDays: ruledNumber('The duration', durationProblem, MANDATORY),
    imageBase64: imageBase64(MANDATORY),
  }),
  bodyLimit: PICTURE_BODY_LIMIT,
  answer: crowdfunding,
  idempotent: true,
  errors: [
    'INVALID_CROWDFUNDING',
    'UNSUPPORTED_PICTURE',
    'PICTURE_TOO_LARGE',
    'PICTURE_TOO_MANY_PIXELS',
    'BROKEN_PICTURE',
  ],
});

export const donate = call({
  name: 'donate',
  context: 'crowdfunding',
  summary: 'Gives kindracoins to a campaign',
  method: 'POST',
  path: '/api/transaction/donate/{crowdfundingId}',
  who: 'user',
  logIn: 'You must log in to perform this action.',
  params: donationParams,
  query: z.object({ amount: donatedAmount }),
  answer: z.object({ walletCoins: coins, crowdfunding }).meta({ id: 'Donated' }),
  idempotent: true,
  errors: ['CROWDFUNDING_NOT_FOUND', 'OWN_CROWDFUNDING', 'NO_DONATIONS_ACCEPTED', 'INSUFFICIENT_COINS'],
});

export const getDonations = call({
  name: 'getDonations',
  context: 'crowdfunding',
  summary: 'Donations to a campaign, newest first',
  method: 'GET',
  path: '/api/transaction/donations/{crowdfundingId}',
  who: 'optional',
  params: donationParams,
  query: pageQuery,
  answer: z.array(donation),
  pageSize: DONATIONS_PAGE_SIZE,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});

export const activeCrowdfundings = call({
  name: 'activeCrowdfundings',
  context: 'crowdfunding',
  summary: 'Active campaigns, the one that started last first',
  method: 'GET',
  path: '/api/crowdfunding/all',
  who: 'optional',
  query: pageQuery,
  answer: crowdfundings,
  pageSize: LIST_PAGE_SIZE,
});

export const getCrowdfunding = call({
  name: 'getCrowdfunding',
  context: 'crowdfunding',
  summary: 'A campaign; while it is pending, and once it is rejected, for its creator and staff only',
  method: 'GET',
  path: '/api/crowdfunding/{id}/data',
  who: 'optional',
  params,
  answer: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});

export const getCrowdfundingImage = call({
  name: 'getCrowdfundingImage',
  context: 'crowdfunding',
  summary: 'The picture of a campaign, for whoever may see the campaign',
  method: 'GET',
  path: '/api/crowdfunding/{id}/image',
  who: 'optional',
  params,
  answer: jpeg,
  answerType: 'image/jpeg',
  errors: ['CROWDFUNDING_NOT_FOUND', 'PICTURE_NOT_FOUND'],
});

export const profileCrowdfundings = call({
  name: 'profileCrowdfundings',
  context: 'crowdfunding',
  summary:
    'Campaigns of a profile, newest first: the active and closed ones; all for their creator and staff',
  method: 'GET',
  path: '/api/crowdfunding/profile/{nickname}',
  who: 'optional',
  params: z.object({ nickname: profileKey }),
  query: pageQuery,
  answer: crowdfundings,
  pageSize: LIST_PAGE_SIZE,
  errors: ['PROFILE_NOT_FOUND'],
});

export const cancelCrowdfunding = call({
  name: 'cancelCrowdfunding',
  context: 'crowdfunding',
  summary: 'Gives a campaign up: every donation goes back',
  method: 'PUT',
  path: '/api/crowdfunding/cancel/{id}',
  who: 'user',
  condition: 'its creator',
  params,
  answer: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'NOT_THE_CREATOR', 'CROWDFUNDING_ENDED'],
});

export const closeCrowdfunding = call({
  name: 'closeCrowdfunding',
  context: 'crowdfunding',
  summary: 'Ends a campaign: the raised total is its creator’s',
  method: 'PUT',
  path: '/api/crowdfunding/close/{id}',
  who: 'user',
  condition: 'its creator',
  params,
  answer: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'NOT_THE_CREATOR', 'CROWDFUNDING_NOT_ACTIVE'],
});

export const pendingCrowdfundings = call({
  name: 'pendingCrowdfundings',
  context: 'moderation',
  summary: 'Campaigns that wait for staff, oldest first',
  method: 'GET',
  path: '/api/dashboard/crowdfundings',
  who: staff,
  query: pageQuery,
  answer: crowdfundings,
  pageSize: LIST_PAGE_SIZE,
});

export const approveCrowdfunding = call({
  name: 'approveCrowdfunding',
  context: 'moderation',
  summary: 'Approves a campaign, whose duration starts',
  method: 'PUT',
  path: '/api/dashboard/approve/crowdfunding/{id}',
  who: staff,
  condition: 'not for a campaign of their own',
  params,
  body: perhapsReason,
  answer: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'OWN_CROWDFUNDING', 'CROWDFUNDING_NOT_PENDING'],
});

export const declineCrowdfunding = call({
  name: 'declineCrowdfunding',
  context: 'moderation',
  summary: 'Declines a campaign',
  method: 'PUT',
  path: '/api/dashboard/decline/crowdfunding/{id}',
  who: staff,
  condition: 'not for a campaign of their own',
  params,
  body: perhapsReason,
  answer: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'OWN_CROWDFUNDING', 'CROWDFUNDING_NOT_PENDING'],
});

export const cancelCrowdfundingAsStaff = call({
  name: 'cancelCrowdfundingAsStaff',
  context: 'moderation',
  summary:
    'Cancels a pending or active campaign: every donation is refunded, creator and donors are notified',
  method: 'PUT',
  path: '/api/dashboard/cancel/crowdfunding/{id}',
  who: staff,
  params,
  body: z.object({ reason: givenReason }),
  answer: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'CROWDFUNDING_ENDED'],
});
