import { profilesProjection } from './accounts/profiles/project.ts';
import { animalsProjection } from './adoption/animals/project.ts';
import { savedSearchesProjection } from './adoption/saved-searches/project.ts';
import { conversationsProjection } from './conversations/messages/project.ts';
import { crowdfundingsProjection } from './crowdfunding/crowdfundings/project.ts';
import { settlementProjection } from './crowdfunding/settlement/project.ts';
import type { Projection } from './engine/definition.ts';
import { journalProjection } from './ledger/journal/project.ts';
import { actionsProjection } from './moderation/actions/project.ts';
import { reportsProjection } from './moderation/reports/project.ts';
import { notificationsProjection } from './notifications/notifications/project.ts';
import { postsProjection } from './posts/posts/project.ts';
import { searchProjection } from './search/entries/project.ts';
import { followsProjection } from './social-graph/follows/project.ts';
import { hiddenProjection } from './social-graph/hidden/project.ts';
import { walletsProjection } from './wallet/wallets/project.ts';

/** All projections of this version. */
export const projections: readonly Projection[] = [
  profilesProjection,
  postsProjection,
  followsProjection,
  hiddenProjection,
  walletsProjection,
  crowdfundingsProjection,
  animalsProjection,
  savedSearchesProjection,
  journalProjection,
  actionsProjection,
  reportsProjection,
  settlementProjection,
  conversationsProjection,
  notificationsProjection,
  searchProjection,
];

/** Names of all projections. */
export const projectionNames: readonly string[] = projections.map(({ name }) => name);

/** Returns the names of the projections that handle at least one of the event types. */
export const findProjectionsHandling = (eventTypes: readonly string[]): readonly string[] =>
  projections.filter(({ on }) => eventTypes.some((type) => Object.hasOwn(on, type))).map(({ name }) => name);

/** Event types that change no read model, with the reason for each. */
export const EVENTS_WITHOUT_PROJECTION: Readonly<Record<string, string>> = {
  PaymentStarted: 'The owner of a payment is read from its stream; the journal contains it once money moves.',
};

/**
 * Returns the projections with these names.
 * @throws Error for an unknown name
 */
export const findProjectionsByName = (names: readonly string[]): readonly Projection[] =>
  names.map((name) => {
    const projection = projections.find((candidate) => candidate.name === name);
    if (!projection)
      throw new Error(`There is no projection named ${name}. Available: ${projectionNames.join(', ')}.`);
    return projection;
  });
