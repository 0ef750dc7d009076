import type { ProblemCode } from './problem-catalogue.ts';

/** Codes with another status than 400. Codes that end in `NOT_FOUND` have the status 404. */
const CODES_BY_STATUS: Readonly<Record<number, readonly ProblemCode[]>> = {
  403: [
    'BANNED',
    'FORBIDDEN',
    'INACTIVE',
    'NOT_APPROVED',
    'NOT_THE_OWNER',
    'ONLY_CREATOR_CANCELS',
    'ONLY_CREATOR_CLOSES',
    'ONLY_CREATOR_POSTS_UPDATES',
    'OWN_CONTENT',
    'OWN_CROWDFUNDING',
    'OWN_REPORTS',
    'OWN_WALLET_ADJUSTED',
    'OWN_WALLET_CREDITED',
    'POST_NOT_YOURS',
    'PROOF_REQUIRED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_PERSON_NEEDED',
  ],
  404: ['UNSUBSCRIBE_LINK_INVALID'],
  429: ['LOGIN_LOCKED', 'SLOW_DOWN'],
  503: [
    'IDENTITY_PROVIDER_UNAVAILABLE',
    'NOT_READY',
    'PAYMENT_PROVIDER_REFUSED',
    'PAYMENT_PROVIDER_UNAVAILABLE',
    'TOO_MANY_LISTENERS',
  ],
};

const STATUSES: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) =>
    codes.map((code) => [code, Number(status)] as const),
  ),
);

/** Returns the HTTP status of a response with a problem that a call lists in its `errors`. */
export const getProblemStatus = (code: ProblemCode): number =>
  STATUSES.get(code) ?? (code.endsWith('NOT_FOUND') ? 404 : 400);
