import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import { sessionExpired as sessionExpiredProblem } from '../../../contract/problems.ts';
import { getCurrentLanguage } from '../i18n/index.ts';
import { feedbackAdded } from '../state/feedback.ts';
import { requestProof, setFactorMissing } from '../state/proof.ts';
import { type SessionState, selectSession, sessionExpired } from '../state/session.ts';
import { entitiesReceived, getReadPosition, toRefs } from './entities.ts';
import { type ApiFailure, type FailureOptions, toApiFailure } from './failure.ts';
import { fetchUnlessRead } from './first-reads.ts';
import { parseResponse } from './parse-response.ts';

const DEFAULT_TIMEOUT_MS = 20_000;

/** Timeout and error handling of the requests to an endpoint. */
export interface RequestOptions extends FailureOptions {
  /** Leaves error messages to the caller. A rejected token still ends the session. */
  readonly isQuiet?: boolean;
  /** Timeout in milliseconds; 20 s by default. */
  readonly timeoutMs?: number;
}

/** A fetch request with an idempotency key. Its options override those of the endpoint. */
export interface ApiRequest extends FetchArgs, RequestOptions {
  readonly idempotencyKey?: string;
  /** Sent with logins, so that failed logins from other devices do not lock out this browser. */
  readonly deviceToken?: string | undefined;
  /** Entity type in the response. The entities are stored once by id and replaced by references. */
  readonly entity?: EntityName;
}

/** Base query of the API for RTK Query. Its errors are of type `ApiFailure`. */
export type BaseQuery = BaseQueryFn<
  string | ApiRequest,
  unknown,
  ApiFailure,
  RequestOptions,
  FetchBaseQueryMeta
>;

const selectCurrentSession = (state: unknown) => selectSession(state as { session: SessionState });

const send = fetchBaseQuery({
  baseUrl: location.origin,
  responseHandler: parseResponse,
  fetchFn: (request) => fetchUnlessRead(request as Request),
});

function addHeaders(
  { idempotencyKey, deviceToken, ...args }: ApiRequest,
  token: string | undefined,
): FetchArgs {
  // Determines the language of emails.
  const headers = new Headers({ 'Accept-Language': getCurrentLanguage() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  if (deviceToken) headers.set('X-Device-Token', deviceToken);
  return { ...args, headers };
}

/** Returns whether the notice that the browser is offline explains a failure. It does for reads, not for actions. */
const isExplainedByNotice = ({ status }: ApiFailure, { method = 'GET' }: ApiRequest): boolean =>
  method === 'GET' && status === null && !navigator.onLine;

/** Sends a request with the session token. Shows errors, and ends the session if the token is rejected. */
const sendRequest: BaseQuery = async (args, api, endpointOptions = {}) => {
  const request: ApiRequest = typeof args === 'string' ? { url: args } : args;
  const {
    isQuiet,
    networkFailure,
    shouldShowAllMessages,
    timeoutMs: waitMs,
    entity,
    ...sent
  } = { ...endpointOptions, ...request };
  const session = selectCurrentSession(api.getState());
  const timeout = waitMs ?? DEFAULT_TIMEOUT_MS;
  const { error, data, meta } = await send({ ...addHeaders(sent, session?.token), timeout }, api, {});
  if (!error && entity) {
    const entities = Array.isArray(data) ? data : [data];
    api.dispatch(entitiesReceived({ entity, entities, position: getReadPosition(meta) ?? 0 }));
    return { data: toRefs(data), meta };
  }
  if (!error) return { data, meta };
  const failure = toApiFailure(error, { networkFailure, shouldShowAllMessages });
  if (failure.status === 401 && session) {
    const currentSession = selectCurrentSession(api.getState());
    if (currentSession?.token === session.token) api.dispatch(sessionExpired());
    // A change of the nickname replaces the token.
    else if (currentSession?.user.id === session.user.id) return sendRequest(args, api, endpointOptions);
    return { error: { ...failure, ...sessionExpiredProblem }, meta };
  }
  // After a proof of identity, the same request is sent again with the same idempotency key.
  if (failure.code === 'PROOF_REQUIRED' && (await requestProof()))
    return sendRequest(args, api, endpointOptions);
  if (failure.code === 'STAFF_FACTOR_REQUIRED') setFactorMissing(true);
  else if (!isQuiet && !api.signal.aborted && !isExplainedByNotice(failure, request))
    api.dispatch(feedbackAdded('bad', failure));
  return { error: failure, meta };
};

const TAGS = [
  'Analytics',
  'Animals',
  'Audit',
  'AwaitingOrganizations',
  'Conversations',
  'Crowdfunding',
  'Crowdfundings',
  'DeactivatedProfiles',
  'Donations',
  'Followers',
  'FollowingFeed',
  'ForYouFeed',
  'HiddenProfiles',
  'Notifications',
  'NotificationSettings',
  'Profile',
  'ProfilePosts',
  'Replies',
  'Reports',
  'SavedSearches',
  'Suggestions',
  'UnreadNotifications',
  'Wallet',
] as const;
/** Tag by which a mutation or a live update invalidates cached responses. */
export type Tag = (typeof TAGS)[number];

/** The RTK Query API, to which each context adds its endpoints. */
export const kindraApi = createApi({
  reducerPath: 'api',
  baseQuery: sendRequest,
  // RTK Query checks the names of tags only in development.
  tagTypes: process.env.NODE_ENV === 'production' ? [] : TAGS,
  endpoints: () => ({}),
});

/** Generates a random UUID as an idempotency key. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
