import type { HotCallName } from './support/calls.ts';
import type { Cost } from './support/measure.ts';

const createCost = (
  statements: number,
  roundTrips: number,
  buffers: number,
  bytes: number,
  events = 0,
  notifies = 0,
): Cost => ({ statements, roundTrips, buffers, bytes, events, notifies });

/**
 * Cost of each hot call on the data set from `support/metered-system.ts`. Excludes background work and the table
 * `engine.checkpoints`, which background work rewrites. The numbers are exact only if all calls are measured in this
 * order. Raise a budget only on purpose, and state in the commit what the call gains. Lower it when a call becomes
 * cheaper.
 */
export const budgets: Readonly<Record<HotCallName, Cost>> = {
  // statements, round trips, buffers, bytes, events, NOTIFYs
  'For you, visitor': createCost(0, 0, 0, 4_499),
  'For you, logged in': createCost(1, 1, 1, 4_499),
  'Following, kept': createCost(0, 0, 0, 4_586),
  'Following, not kept': createCost(1, 1, 310, 4_586),
  'Profile, visitor': createCost(0, 0, 0, 284),
  'Profile, logged in': createCost(1, 1, 8, 318),
  'Posts of a profile, visitor': createCost(0, 0, 0, 2_286),
  'Posts of a profile, logged in': createCost(1, 1, 1, 2_286),
  'Replies, visitor': createCost(0, 0, 0, 407),
  'Replies, logged in': createCost(1, 1, 1, 407),
  'Campaign, visitor': createCost(0, 0, 0, 480),
  'Campaign, logged in': createCost(1, 1, 4, 480),
  Wallet: createCost(1, 1, 1, 22),
  Transactions: createCost(1, 1, 10, 907),
  Conversations: createCost(1, 1, 6, 453),
  Conversation: createCost(1, 1, 5, 6_955),
  'Unread messages': createCost(1, 1, 1, 11),
  'Unread notifications': createCost(1, 1, 4, 26),
  'Post, visitor': createCost(0, 0, 0, 367),
  'Post, logged in': createCost(1, 1, 1, 367),
  Like: createCost(6, 6, 28, 80, 1, 1),
  'New post': createCost(3, 3, 14, 385, 1, 1),
  'New comment': createCost(5, 5, 23, 419, 1, 1),
  'New comment, cached post': createCost(5, 4, 25, 419, 1, 1),
  Follow: createCost(6, 5, 42, 86, 1, 1),
  Donate: createCost(5, 5, 26, 570, 1, 1),
  'Message over the socket': createCost(2, 2, 13, 290, 1, 1),
};
