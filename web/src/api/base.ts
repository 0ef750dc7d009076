import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import { feedbackGiven } from '../state/feedback.ts';
import { type SessionState, selectSession, sessionExpired } from '../state/session.ts';
import { type ApiFailure, type FailureWords, SESSION_EXPIRED, toFailure } from './failure.ts';

const WAIT_MS = 20_000;

interface Options extends FailureWords {
  /** Leaves it to the caller to tell the reader of a failure; an expired session is handled all the same. */
  readonly quiet?: boolean;
}

/** A request: as for fetch, with the key that makes repeating it harmless. */
export interface Request extends FetchArgs {
  readonly idempotencyKey?: string;
  /** Sent with logins, so that wrong passwords of others do not lock this browser out. */
  readonly deviceToken?: string | undefined;
}

type BaseQuery = BaseQueryFn<string | Request, unknown, ApiFailure, Options, FetchBaseQueryMeta>;

const tokenIn = (state: unknown): string | undefined =>
  selectSession(state as { session: SessionState })?.token;

const send = fetchBaseQuery({
  baseUrl: location.origin,
  timeout: WAIT_MS,
  responseHandler: 'content-type',
});

function withHeaders(request: string | Request, token: string | undefined): FetchArgs {
  const { idempotencyKey, deviceToken, ...args }: Request =
    typeof request === 'string' ? { url: request } : request;
  const headers = new Headers();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  if (deviceToken) headers.set('X-Device-Token', deviceToken);
  return { ...args, headers };
}

/** Sends with the token, tells the reader of failures, and ends a session whose token is no longer taken. */
const baseQuery: BaseQuery = async (request, api, options = {}) => {
  const token = tokenIn(api.getState());
  const { error, data, meta } = await send(withHeaders(request, token), api, {});
  if (!error) return { data, meta };
  const failure = toFailure(error, options);
  if (failure.status === 401 && token) {
    // Another answer may have ended or renewed the session while this one was on its way.
    if (tokenIn(api.getState()) === token) api.dispatch(sessionExpired());
    return { error: { ...failure, message: SESSION_EXPIRED }, meta };
  }
  if (!options.quiet && !api.signal.aborted) api.dispatch(feedbackGiven('bad', failure.message));
  return { error: failure, meta };
};

/** Every call of the API; each area injects its own with `injectEndpoints`. */
export const kindraApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'Conversations',
    'Crowdfunding',
    'Crowdfundings',
    'Donations',
    'FollowingFeed',
    'Notifications',
    'NotificationSettings',
    'UnreadNotifications',
    'ForYouFeed',
    'Profile',
    'ProfilePosts',
    'Replies',
    'Suggestions',
    'Wallet',
  ],
  endpoints: () => ({}),
});

/** A fresh key for a request that must not happen twice. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
