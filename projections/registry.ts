import { profilesProjection } from './accounts/profiles/project.ts';
import { animalsProjection } from './adoption/animals/project.ts';
import { conversationsProjection } from './conversations/messages/project.ts';
import { crowdfundingsProjection } from './crowdfunding/crowdfundings/project.ts';
import { settlementProjection } from './crowdfunding/settlement/project.ts';
import type { Projection } from './engine/definition.ts';
import { journalProjection } from './ledger/journal/project.ts';
import { actionsProjection } from './moderation/actions/project.ts';
import { reportsProjection } from './moderation/reports/project.ts';
import { notificationsProjection } from './notifications/notifications/project.ts';
import { postsProjection } from './posts/posts/project.ts';
import { followsProjection } from './social-graph/follows/project.ts';
import { hiddenProjection } from './social-graph/hidden/project.ts';
import { walletsProjection } from './wallet/wallets/project.ts';

/** Every projection of Kindra. */
export const projections: readonly Projection[] = [
  profilesProjection,
  postsProjection,
  followsProjection,
  hiddenProjection,
  walletsProjection,
  crowdfundingsProjection,
  animalsProjection,
  journalProjection,
  actionsProjection,
  reportsProjection,
  settlementProjection,
  conversationsProjection,
  notificationsProjection,
];

/** Names of all projections. */
export const projectionNames: readonly string[] = projections.map(({ name }) => name);

/** Events that change no read model, each with the reason why. */
export const eventsWithoutProjection: Readonly<Record<string, string>> = {
  PaymentStarted:
    'Whose a payment is, is asked of its own stream; the journal shows it once its money moves.',
};

/**
 * The projections of these names.
 * @throws Error that names the first one which does not exist
 */
export const projectionsNamed = (names: readonly string[]): readonly Projection[] =>
  names.map((name) => {
    const found = projections.find((one) => one.name === name);
    if (!found)
      throw new Error(`There is no projection named ${name}. There are: ${projectionNames.join(', ')}.`);
    return found;
  });
