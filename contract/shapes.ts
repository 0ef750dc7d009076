import { z } from 'zod';
import { GENDERS } from '../domain/accounts/rules.ts';
import { coins, count, id, image, instant } from './fields.ts';

/** Account roles. */
const ROLES = ['USER', 'ORG', 'ADMIN', 'MOD'] as const;
/** Account role. */
export type Role = (typeof ROLES)[number];

const role = z.enum(ROLES);

const bio = z.string().meta({ description: 'Plain text; empty when there is none.' });
const website = z
  .string()
  .meta({ description: 'Normalized URL of an organization; empty when there is none.' });

/** URL of a profile picture. */
export const avatar = z.string().optional().meta({
  description: 'Address of the picture; omitted if there is none or it is hidden.',
});

const summaryFields = { id, idProfile: id, nickname: z.string(), profileName: z.string(), role, avatar };

const approved = z.boolean().optional().meta({
  description:
    'False while an organization awaits approval; only staff see such profiles. Otherwise omitted.',
});

/** Summary of a profile. `id` and `idProfile` have the same value. */
export const profileSummary = z.object({ ...summaryFields, approved }).meta({ id: 'ProfileSummary' });
/** Summary of a profile, in a response. */
export type ProfileSummary = z.output<typeof profileSummary>;

/** A profile in a list. */
export const profileRow = z
  .object({ ...summaryFields, approved, isItFollowed: z.boolean() })
  .meta({ id: 'ProfileRow' });
/** A profile in a list, with whether the caller follows it. */
export type ProfileRow = z.output<typeof profileRow>;

/** Reason why a profile is not visible to others. */
export const closedState = z.enum(['INACTIVE', 'BANNED']);

/** When a suspension ends. Not set for a permanent ban. */
export const suspendedUntil = instant.optional().meta({ description: 'When the ban ends automatically.' });

/** The caller's block and mute state for a profile. */
export const blockAndMuteFields = { isBlocked: z.boolean(), isMuted: z.boolean() };

/** Why and when content was taken down. Such content is visible only to its author and staff. */
export const takenDown = z.object({ reason: z.string(), dateTime: instant }).meta({ id: 'TakenDown' });

/**
 * A profile page. `walletCoins` is set only on the caller's own profile, `isBlocked` and `isMuted` only on other
 * profiles, and `state` only for staff and only if the account is deactivated or banned. While `takenDown` is set,
 * `bio` and `website` are visible only to the owner and staff, and `avatar` to nobody.
 */
export const profile = z
  .object({
    ...summaryFields,
    approved: z.boolean(),
    followers: count,
    following: count,
    creationDate: instant,
    bio,
    website,
    isItFollowed: z.boolean(),
    walletCoins: coins.optional(),
    isBlocked: blockAndMuteFields.isBlocked.optional(),
    isMuted: blockAndMuteFields.isMuted.optional(),
    takenDown: takenDown.optional(),
    state: closedState.optional(),
    until: suspendedUntil,
  })
  .meta({ id: 'Profile' });
/** A profile page in a response. */
export type Profile = z.output<typeof profile>;

/** The logged-in account with its private data. An identity provider may send no `birthdate` and `gender`. */
export const sessionUser = z
  .object({
    ...summaryFields,
    walletCoins: coins,
    email: z.string(),
    name: z.string(),
    surnames: z.string(),
    birthdate: z.iso.date().nullable(),
    gender: z.enum(GENDERS).nullable(),
    bio,
    website,
  })
  .meta({ id: 'SessionUser' });
/** The logged-in account, in a response to itself. */
export type SessionUser = z.output<typeof sessionUser>;

/** A session: its bearer token, expiration time and account. */
export const authResponse = z
  .object({
    token: z.string(),
    expiration: instant,
    dataUser: sessionUser,
    deletionCancelled: z.literal(true).optional().meta({
      description: 'Set if this login cancelled a scheduled deletion of the account.',
    }),
    deviceToken: z.string().optional().meta({
      description:
        'Returned after a registration and a login with a password: send it as `X-Device-Token` with later logins from this device.',
    }),
  })
  .meta({ id: 'AuthResponse' });
/** Response to a login or registration: the new session. */
export type AuthResponse = z.output<typeof authResponse>;

/** A post, or a comment if it has a parent. `update` is set only for campaign updates. */
export const post = z
  .object({
    id,
    text: z.string(),
    creatorData: profileSummary,
    pubDate: instant,
    modDate: instant,
    comments: count,
    likes: count,
    views: count,
    liked: z.boolean(),
    idParent: id.nullable(),
    update: z
      .object({
        crowdfundingId: id,
        hasPicture: z.boolean(),
        image: image.optional().meta({ description: 'Its picture, at `GET /api/publication/{id}/image`.' }),
      })
      .meta({ id: 'PostUpdate' })
      .optional(),
    takenDown: takenDown.optional(),
  })
  .meta({ id: 'Post' });
/** A post or comment in a response. */
export type Post = z.output<typeof post>;
