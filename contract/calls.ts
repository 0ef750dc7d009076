import * as accounts from './accounts.ts';
import * as adjustments from './adjustments.ts';
import * as adoption from './adoption.ts';
import * as audit from './audit.ts';
import type { Call } from './call.ts';
import * as coinTrail from './coin-trail.ts';
import * as conversations from './conversations.ts';
import * as crowdfunding from './crowdfunding.ts';
import * as emailAddresses from './email-addresses.ts';
import * as health from './health.ts';
import * as hiddenProfiles from './hidden-profiles.ts';
import * as ledger from './ledger.ts';
import * as legal from './legal.ts';
import * as live from './live.ts';
import * as moderation from './moderation.ts';
import * as notifications from './notifications.ts';
import * as ownData from './own-data.ts';
import * as payments from './payments.ts';
import * as posts from './posts.ts';
import * as reports from './reports.ts';
import * as savedSearches from './saved-searches.ts';
import * as search from './search.ts';
import * as secondFactors from './second-factors.ts';
import * as sessions from './sessions.ts';
import * as sharing from './sharing.ts';
import * as socialGraph from './social-graph.ts';
import * as takeDown from './take-down.ts';
import * as towns from './towns.ts';
import * as wallet from './wallet.ts';

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value;

const MODULES = [
  accounts,
  sessions,
  ownData,
  emailAddresses,
  secondFactors,
  posts,
  socialGraph,
  hiddenProfiles,
  conversations,
  notifications,
  payments,
  wallet,
  crowdfunding,
  adoption,
  towns,
  savedSearches,
  coinTrail,
  moderation,
  reports,
  takeDown,
  ledger,
  adjustments,
  audit,
  live,
  search,
  sharing,
  legal,
  health,
] as const;

type CallOf<Module> = Module extends unknown ? Extract<Module[keyof Module], Call> : never;

/** API calls by name. */
export type Calls = { [C in CallOf<(typeof MODULES)[number]> as C['name']]: C };

/** All API calls. */
export const calls: readonly Call[] = MODULES.flatMap((module) => Object.values<unknown>(module)).filter(
  isCall,
);
