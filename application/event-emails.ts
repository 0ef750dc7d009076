/** Derives emails from events. */
import type { MessageSent } from '../domain/conversations/events.ts';
import { listNotifications, type Notification } from '../domain/effects/definition.ts';
import {
  type EmailedKind,
  isEmailedKind,
  type NotificationKind,
  notificationKinds,
} from '../domain/effects/kinds.ts';
import { getPagePath } from '../domain/effects/pages.ts';
import { effectsByType, NOTIFYING_EVENT_TYPES } from '../domain/effects/table.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { AccountId } from '../domain/kernel/ids.ts';
import type { AnimalContact, EventEmail } from '../domain/ports/event-emails.ts';

/** Event types that can cause emails. */
export const EMAILED_EVENT_TYPES: readonly string[] = [...new Set([...NOTIFYING_EVENT_TYPES, 'MessageSent'])];

/** A notification, or crowdfunding news, which have no actor, amount or days left. */
type EmailedNews = Pick<Notification<EmailedKind>, 'kind' | 'subjectId'> & Partial<Notification>;

function createEventEmail(
  { id: eventId, metadata }: RecordedEvent,
  { kind, subjectId, actorId, amount, daysLeft }: EmailedNews,
  recipients: EventEmail['recipients'],
  publicUrl: string,
): EventEmail {
  const { subject, page } = notificationKinds[kind];
  const path = getPagePath(page, { subjectId, actorId: actorId ?? '', actorNickname: '' });
  return {
    eventId,
    kind,
    recipients,
    subject: { type: subject === 'post' ? 'account' : subject, id: subjectId },
    content: {
      kind,
      reason: metadata.reason ?? null,
      amount: amount ?? null,
      daysLeft: daysLeft ?? null,
      link: `${publicUrl}${path}`,
    },
  };
}

const isEmailed = (notification: Notification<NotificationKind>): notification is Notification<EmailedKind> =>
  isEmailedKind(notification.kind);

/**
 * Maps an event to the email that it causes, or null if it causes none. If an event causes several emails, they differ
 * only in the recipient (see `EventEffects`).
 */
export function toEventEmail(event: RecordedEvent, publicUrl: string): EventEmail | null {
  const effects = effectsByType[event.type];
  const notifications = listNotifications(effects, event).filter(isEmailed);
  const [notification] = notifications;
  if (notification) {
    const accountIds = notifications.map(({ recipientId }) => recipientId);
    return createEventEmail(event, notification, { accountIds }, publicUrl);
  }
  const news = effects?.announce?.(event);
  if (!news || !isEmailedKind(news.kind)) return null;
  const { kind, crowdfundingId, audience } = news;
  const recipients = { crowdfundingId, audience, exceptActor: event.metadata.actor.id };
  return createEventEmail(event, { kind, subjectId: crowdfundingId }, recipients, publicUrl);
}

/** Maps a message about an animal to a contact that its owner is later reminded of; otherwise returns null. */
export function toAnimalContact(event: RecordedEvent, publicUrl: string): AnimalContact | null {
  if (event.type !== 'MessageSent') return null;
  const { authorId, receiverId, animalId } = event.data as MessageSent['data'];
  if (!animalId) return null;
  return {
    ownerId: receiverId,
    content: {
      kind: 'ADOPTION_CONTACT',
      animalId,
      contactId: authorId,
      position: event.position,
      link: `${publicUrl}/conversations/${authorId}`,
    },
  };
}

/** Returns the receiver of a message that is not about an animal; null for other events. */
export function findMessageReceiver(event: RecordedEvent): AccountId | null {
  if (event.type !== 'MessageSent') return null;
  const { receiverId, animalId } = event.data as MessageSent['data'];
  return animalId ? null : receiverId;
}
