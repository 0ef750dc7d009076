/** Derives emails from events. */
import type { MessageSent } from '../domain/conversations/events.ts';
import { listNotifications } from '../domain/effects/definition.ts';
import { isEmailedKind, notificationKinds } from '../domain/effects/kinds.ts';
import { getPagePath } from '../domain/effects/pages.ts';
import { effectsByType, NOTIFYING_EVENT_TYPES } from '../domain/effects/table.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { AccountId } from '../domain/kernel/ids.ts';
import type { AnimalContact, EventEmail } from '../domain/ports/event-emails.ts';

/** Event types that can cause emails. */
export const EMAILED_EVENT_TYPES: readonly string[] = [...new Set([...NOTIFYING_EVENT_TYPES, 'MessageSent'])];

/**
 * Maps an event to the email that it causes, or null if it causes none. If an event causes several emails, they differ
 * only in the recipient (see `EventEffects`).
 */
export function toEventEmail(event: RecordedEvent, publicUrl: string): EventEmail | null {
  const effects = effectsByType[event.type];
  const notifications = listNotifications(effects, event).filter(({ kind }) => isEmailedKind(kind));
  const [notification] = notifications;
  const announcement = effects?.announce?.(event);
  const kind = notification?.kind ?? announcement?.kind;
  if (!kind || !isEmailedKind(kind)) return null;
  const { subject, page } = notificationKinds[kind];
  const subjectId = notification?.subjectId ?? announcement?.crowdfundingId ?? '';
  const path = getPagePath(page, { subjectId, actorId: notification?.actorId ?? '', actorNickname: '' });
  return {
    eventId: event.id,
    kind,
    recipients: notification
      ? { accountIds: notifications.map(({ recipientId }) => recipientId) }
      : {
          crowdfundingId: announcement?.crowdfundingId ?? '',
          audience: announcement?.audience ?? 'ALL',
          exceptActor: event.metadata.actor.id,
        },
    subject: { type: subject === 'post' ? 'account' : subject, id: subjectId },
    content: {
      kind,
      reason: event.metadata.reason ?? null,
      amount: notification?.amount ?? null,
      daysLeft: notification?.daysLeft ?? null,
      link: `${publicUrl}${path}`,
    },
  };
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
