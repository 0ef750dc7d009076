import { z } from 'zod';
import {
  checkDescription,
  checkDuration,
  checkGoal,
  checkTitle,
  crowdfundingIncomplete,
  crowdfundingNotFound,
} from '../domain/crowdfunding/rules.ts';
import { MAX_COINS } from '../domain/kernel/coins.ts';
import { brokenPicture } from '../domain/pictures/rules.ts';
import { checkPostText, postNotFound } from '../domain/posts/rules.ts';
import { ANONYMOUS_NAME, amountNotWhole, donationTooSmall, MIN_DONATION } from '../domain/wallet/rules.ts';
import { profileKey } from './accounts.ts';
import { defineCall } from './call.ts';
import { crowdfundingEndpoints } from './endpoints/crowdfunding.ts';
import { moderationEndpoints } from './endpoints/moderation.ts';
import { postsEndpoints } from './endpoints/posts.ts';
import {
  checkedNumber,
  checkedText,
  coins,
  count,
  failWith,
  id,
  idParameter,
  image,
  imageBase64,
  imageFocus,
  instant,
  PICTURE_ERRORS,
  pageQuery,
  pictureVariant,
  textFilter,
} from './fields.ts';
import { optionalReason, reasonText, staff } from './moderation.ts';
import { anonymousInvalid, loginRequiredToDonate, unknownListState, unknownOrder } from './problems.ts';
import { avatar, post } from './shapes.ts';

/** A campaign. `currentAmount` and `numDonations` exclude refunded donations. */
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
    creator: z.object({ idProfile: id, profileName: z.string(), nickname: z.string(), avatar }),
    creatorActive: z.boolean().meta({
      description: 'False while the creator is deactivated or banned: the campaign accepts no donations.',
    }),
    image: image.optional().meta({ description: 'Its picture, at `GET /api/crowdfunding/{id}/image`.' }),
  })
  .meta({ id: 'Crowdfunding' });
/** A campaign in a response. Amounts are in coins. */
export type Crowdfunding = z.output<typeof crowdfunding>;

/** Whether a donation is anonymous. */
export const anonymous = z.boolean().meta({
  description: `Whether the donor is anonymous: named \`${ANONYMOUS_NAME}\`, without a nickname, except to staff.`,
});

/** Public view of a donation. */
export const donation = z
  .object({
    id,
    type: z.literal('DONATION'),
    timestamp: instant,
    donor: z.object({
      idProfile: id.optional().meta({ description: 'Omitted if the donor is anonymous or hidden.' }),
      profileName: z.string(),
      nickname: z.string(),
      avatar,
    }),
    amount: coins.positive(),
    anonymous,
  })
  .meta({ id: 'Donation' });
/** A donation in a response. The amount is in coins. */
export type Donation = z.output<typeof donation>;

/** States by which lists of campaigns can be filtered. `active` campaigns accept donations. */
export const CROWDFUNDING_LIST_STATES = ['active', 'finished'] as const;
/** State by which a list of campaigns is filtered. */
export type CrowdfundingListState = (typeof CROWDFUNDING_LIST_STATES)[number];

/** Sort orders for lists of campaigns. */
export const CROWDFUNDING_ORDERS = ['newest', 'ending', 'supported'] as const;
/** Sort order of a list of campaigns. */
export type CrowdfundingOrder = (typeof CROWDFUNDING_ORDERS)[number];

const crowdfundings = z.array(crowdfunding);
const params = z.object({ id: idParameter(crowdfundingNotFound) });
const donationParams = z.object({ crowdfundingId: idParameter(crowdfundingNotFound) });

const donatedAmount = z
  .string(failWith(donationTooSmall))
  .regex(/^[+-]?\d+$/, failWith(amountNotWhole))
  // No wallet holds more than MAX_COINS.
  .transform((text) => Math.min(Number(text), MAX_COINS))
  .refine((amount) => amount >= MIN_DONATION, failWith(donationTooSmall))
  .meta({ type: 'integer', minimum: MIN_DONATION });

export const createCrowdfunding = defineCall({
  ...crowdfundingEndpoints.createCrowdfunding,
  summary: 'Creates a campaign, which awaits approval',
  audience: ['ORG', 'ADMIN'],
  body: z.object({
    title: checkedText(checkTitle),
    description: checkedText(checkDescription),
    goalAmount: checkedNumber(checkGoal, crowdfundingIncomplete),
    durationDays: checkedNumber(checkDuration, crowdfundingIncomplete),
    imageBase64: imageBase64(crowdfundingIncomplete),
    imageFocus,
  }),
  hasPicture: true,
  response: crowdfunding,
  errors: ['CROWDFUNDING_INCOMPLETE', ...PICTURE_ERRORS, 'INVALID_FOCAL_POINT'],
});

export const donate = defineCall({
  ...crowdfundingEndpoints.donate,
  summary: 'Donates kindracoins to a campaign',
  audience: 'user',
  loginProblem: loginRequiredToDonate,
  params: donationParams,
  query: z.object({
    amount: donatedAmount,
    anonymous: z
      .enum(['true', 'false'], failWith(anonymousInvalid))
      .transform((text) => text === 'true')
      .optional()
      .meta({ type: 'boolean', description: 'Whether only staff see the donor.' }),
  }),
  response: z.object({ donationId: id, walletCoins: coins, crowdfunding }).meta({ id: 'Donated' }),
  errors: [
    'CROWDFUNDING_NOT_FOUND',
    'OWN_CROWDFUNDING_DONATION',
    'NO_DONATIONS_ACCEPTED',
    'INSUFFICIENT_COINS',
  ],
});

export const getDonations = defineCall({
  ...crowdfundingEndpoints.getDonations,
  summary: 'Lists the donations to a campaign, newest first',
  audience: 'optional',
  params: donationParams,
  query: pageQuery,
  hasETag: true,
  response: z.array(donation),
  errors: ['CROWDFUNDING_NOT_FOUND'],
});

export const getUpdates = defineCall({
  ...crowdfundingEndpoints.getUpdates,
  summary: 'Lists the updates of a campaign, newest first',
  audience: 'optional',
  params,
  query: pageQuery,
  hasETag: true,
  response: z.array(post),
  errors: ['CROWDFUNDING_NOT_FOUND'],
});

export const postUpdate = defineCall({
  ...crowdfundingEndpoints.postUpdate,
  summary: 'Posts an update of an approved campaign; donors and followers of its creator are notified',
  audience: 'user',
  condition: 'its creator',
  params,
  body: z.object({
    text: checkedText(checkPostText),
    imageBase64: imageBase64(brokenPicture).optional(),
    imageFocus,
  }),
  hasPicture: true,
  response: post,
  errors: [
    'CROWDFUNDING_NOT_FOUND',
    'ONLY_CREATOR_POSTS_UPDATES',
    'CROWDFUNDING_NOT_STARTED',
    ...PICTURE_ERRORS,
    'INVALID_FOCAL_POINT',
  ],
});

export const getUpdatePicture = defineCall({
  ...postsEndpoints.getUpdatePicture,
  summary: 'Returns the picture of an update of a campaign, if the caller may see the update',
  audience: 'optional',
  params: z.object({ id: idParameter(postNotFound) }),
  ...pictureVariant,
  errors: ['POST_NOT_FOUND', 'PICTURE_NOT_FOUND'],
});

export const activeCrowdfundings = defineCall({
  ...crowdfundingEndpoints.activeCrowdfundings,
  summary: 'Lists the active campaigns, or the finished ones',
  audience: 'optional',
  query: pageQuery.extend({
    state: z.enum(CROWDFUNDING_LIST_STATES, failWith(unknownListState)).optional().meta({
      description: '`active` (default), or `finished`: closed, cancelled or expired.',
    }),
    text: textFilter
      .optional()
      .meta({ description: 'Words that must all occur in title or description, in any order and case.' }),
    sort: z.enum(CROWDFUNDING_ORDERS, failWith(unknownOrder)).optional().meta({
      description:
        '`newest` (default): latest start first; `ending`: earliest end first, without active campaigns whose end date has passed; `supported`: most donations first.',
    }),
  }),
  hasETag: true,
  response: crowdfundings,
});

export const getCrowdfunding = defineCall({
  ...crowdfundingEndpoints.getCrowdfunding,
  summary: 'Returns a campaign; pending and rejected ones only for their creator and staff',
  audience: 'optional',
  params,
  hasETag: true,
  response: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND'],
});

export const getCrowdfundingImage = defineCall({
  ...crowdfundingEndpoints.getCrowdfundingImage,
  summary: 'Returns the picture of a campaign, if the caller may see the campaign',
  audience: 'optional',
  params,
  ...pictureVariant,
  errors: ['CROWDFUNDING_NOT_FOUND', 'PICTURE_NOT_FOUND'],
});

export const profileCrowdfundings = defineCall({
  ...crowdfundingEndpoints.profileCrowdfundings,
  summary:
    'Lists the active and closed campaigns of a profile, newest first; all of them for their creator and staff',
  audience: 'optional',
  params: z.object({ nickname: profileKey }),
  query: pageQuery,
  hasETag: true,
  response: crowdfundings,
  errors: ['PROFILE_NOT_FOUND'],
});

export const cancelCrowdfunding = defineCall({
  ...crowdfundingEndpoints.cancelCrowdfunding,
  summary: 'Cancels a campaign: every donation is refunded',
  audience: 'user',
  condition: 'its creator',
  params,
  response: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'ONLY_CREATOR_CANCELS', 'CROWDFUNDING_ENDED'],
});

export const closeCrowdfunding = defineCall({
  ...crowdfundingEndpoints.closeCrowdfunding,
  summary: 'Closes a campaign: the raised total is released to its creator',
  audience: 'user',
  condition: 'its creator',
  params,
  response: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'ONLY_CREATOR_CLOSES', 'CROWDFUNDING_NOT_ACTIVE'],
});

export const pendingCrowdfundings = defineCall({
  ...moderationEndpoints.pendingCrowdfundings,
  summary: 'Lists campaigns that await approval, oldest first',
  audience: staff,
  query: pageQuery,
  response: crowdfundings,
});

const reviewFields = {
  audience: staff,
  condition: 'not for their own campaign',
  params,
  body: optionalReason,
  response: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'OWN_CROWDFUNDING', 'CROWDFUNDING_NOT_PENDING'],
} as const;

export const approveCrowdfunding = defineCall({
  ...reviewFields,
  ...moderationEndpoints.approveCrowdfunding,
  summary: 'Approves a campaign and starts its duration',
});

export const declineCrowdfunding = defineCall({
  ...reviewFields,
  ...moderationEndpoints.declineCrowdfunding,
  summary: 'Declines a campaign',
});

export const cancelCrowdfundingAsStaff = defineCall({
  ...moderationEndpoints.cancelCrowdfundingAsStaff,
  summary:
    'Cancels a pending or active campaign: every donation is refunded, creator and donors are notified',
  audience: staff,
  requiresProof: true,
  params,
  body: z.object({ reason: reasonText }),
  response: crowdfunding,
  errors: ['CROWDFUNDING_NOT_FOUND', 'CROWDFUNDING_ENDED', 'PROOF_REQUIRED'],
});
