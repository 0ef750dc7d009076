import { type AccountEvent, accountEvents } from './accounts/events.ts';
import {
  type AdoptionEvent,
  type AnimalMatched,
  adoptionEvents,
  animalMatchEvents,
  type SavedSearchEvent,
  savedSearchEvents,
} from './adoption/events.ts';
import {
  type ConversationEvent,
  conversationEvents,
  type ReadReceiptsEvent,
  readReceiptsEvents,
} from './conversations/events.ts';
import { type CrowdfundingEvent, crowdfundingEvents } from './crowdfunding/events.ts';
import { disclosureEvents, type SealedTextsDisclosed } from './disclosures/events.ts';
import type { EventDefinition } from './kernel/event.ts';
import { type ReportEvent, reportEvents } from './moderation/events.ts';
import { type NotificationEvent, notificationEvents } from './notifications/events.ts';
import { type PostsContextEvent, postEvents } from './posts/events.ts';
import { type SocialGraphEvent, socialGraphEvents } from './social-graph/events.ts';
import { type WalletEvent, walletEvents } from './wallet/events.ts';
import { type PaymentEvent, paymentEvents } from './wallet/payments/events.ts';

/** All events in Kindra. */
export type KindraEvent =
  | AccountEvent
  | PostsContextEvent
  | SocialGraphEvent
  | WalletEvent
  | PaymentEvent
  | CrowdfundingEvent
  | AdoptionEvent
  | SavedSearchEvent
  | AnimalMatched
  | ConversationEvent
  | ReadReceiptsEvent
  | ReportEvent
  | NotificationEvent
  | SealedTextsDisclosed;

/** Name of an event type in the catalogue. */
export type EventType = KindraEvent['type'];

/** All event definitions, by event type. */
export const eventCatalogue: Readonly<Record<string, EventDefinition>> = {
  ...accountEvents,
  ...postEvents,
  ...socialGraphEvents,
  ...walletEvents,
  ...paymentEvents,
  ...crowdfundingEvents,
  ...adoptionEvents,
  ...savedSearchEvents,
  ...animalMatchEvents,
  ...conversationEvents,
  ...readReceiptsEvents,
  ...reportEvents,
  ...notificationEvents,
  ...disclosureEvents,
};
