import { z } from 'zod';
import { GENDERS } from '../../domain/accounts/rules.ts';
import { coins, count, id, instant } from './fields.ts';

export const ROLES = ['USER', 'ORG', 'ADMIN', 'MOD'] as const;
/** What an account may be and do. */
export type Role = (typeof ROLES)[number];

const role = z.enum(ROLES);

const summary = { id, idProfile: id, nickname: z.string(), profileName: z.string(), role };

/** Who somebody is, in short. `id` and `idProfile` are the same. */
export const profileSummary = z.object(summary).meta({ id: 'ProfileSummary' });
export type ProfileSummary = z.output<typeof profileSummary>;

/** A row of a list of profiles. */
export const profileRow = z.object({ ...summary, isItFollowed: z.boolean() }).meta({ id: 'ProfileRow' });
export type ProfileRow = z.output<typeof profileRow>;

/** Why an account is out of sight. */
export const outOfSight = z.enum(['INACTIVE', 'BANNED']);

/** What a reader has done about a profile. */
export const hiding = { isBlocked: z.boolean(), isMuted: z.boolean() };

/**
 * A profile as its page shows it. `walletCoins` is there on one's own only; whether the reader blocks or mutes it, on
 * those of others only; `state` is told to staff, of one whose account is deactivated or banned.
 */
export const profile = z
  .object({
    ...summary,
    approved: z.boolean(),
    followers: count,
    following: count,
    creationDate: instant,
    isItFollowed: z.boolean(),
    walletCoins: coins.optional(),
    isBlocked: hiding.isBlocked.optional(),
    isMuted: hiding.isMuted.optional(),
    state: outOfSight.optional(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.output<typeof profile>;

/** Who is logged in, with what only they may see. Birthdate and gender are null when a provider did not tell them. */
export const sessionUser = z
  .object({
    ...summary,
    walletCoins: coins,
    email: z.string(),
    name: z.string(),
    surnames: z.string(),
    birthdate: z.iso.date().nullable(),
    gender: z.enum(GENDERS).nullable(),
  })
  .meta({ id: 'SessionUser' });
export type SessionUser = z.output<typeof sessionUser>;

/** A session: the bearer token, when it ends, and whose it is. */
export const authResponse = z
  .object({
    token: z.string(),
    expiration: instant,
    dataUser: sessionUser,
    deviceToken: z.string().optional().meta({
      description:
        'After a login with a password and after registering: send it as `X-Device-Token` with later logins from this device.',
    }),
  })
  .meta({ id: 'AuthResponse' });
export type AuthResponse = z.output<typeof authResponse>;

/** Why and when staff took content down. Its author and staff alone see the content then. */
export const takenDown = z.object({ reason: z.string(), dateTime: instant }).meta({ id: 'TakenDown' });

/** A post, or a comment when it has a parent. `takenDown` is there only while staff have taken it down. */
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
    takenDown: takenDown.optional(),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;
