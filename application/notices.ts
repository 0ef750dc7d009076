/** Derives mails from events by the table of effects. */
import { listNotifications } from '../domain/effects/definition.ts';
import {
  effectsByType,
  isMailedKind,
  NOTIFYING_EVENT_TYPES,
  notificationKinds,
} from '../domain/effects/table.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import type { AccountId } from '../domain/kernel/ids.ts';
import type { Notice } from '../domain/ports/notices.ts';

/** Types of the events that may become mails. */
export const NOTICE_EVENT_TYPES: readonly string[] = [...new Set([...NOTIFYING_EVENT_TYPES, 'MessageSent'])];

const PATHS = { crowdfunding: '/crowdfundings/', animal: '/adoptable-animals/' } as const;

const getLink = (publicUrl: string, type: Notice['subject']['type'], id: string): string =>
  `${publicUrl}${type === 'account' ? '/' : `${PATHS[type]}${id}`}`;

/** Maps an event to the mail that it causes, if any. */
export function toNotice(event: RecordedEvent, publicUrl: string): Notice | null {
  const effects = effectsByType[event.type];
  const [notification] = listNotifications(effects, event);
  const news = effects?.announce?.(event);
  const kind = notification?.kind ?? news?.kind;
  if (!kind || !isMailedKind(kind)) return null;
  const type = notificationKinds[kind].subject === 'post' ? 'account' : notificationKinds[kind].subject;
  const id = notification?.subjectId ?? news?.crowdfundingId ?? '';
  return {
    eventId: event.id,
    kind,
    recipients: notification
      ? { accountId: notification.recipientId }
      : {
          crowdfundingId: news?.crowdfundingId ?? '',
          audience: news?.audience ?? 'ALL',
          exceptActor: event.metadata.actor.id,
        },
    subject: { type: type as Notice['subject']['type'], id },
    content: {
      kind,
      reason: event.metadata.reason ?? null,
      amount: notification?.amount ?? null,
      daysLeft: notification?.daysLeft ?? null,
      link:
        kind === 'ADOPTION_CONTACT' && notification?.actorId
          ? `${publicUrl}/conversations/${notification.actorId}`
          : getLink(publicUrl, type as Notice['subject']['type'], id),
    },
  };
}

/** Receiver of a message that is not already announced as a contact about an animal. */
export function findMessageReceiver(event: RecordedEvent): AccountId | null {
  if (event.type !== 'MessageSent') return null;
  const { receiverId, animalId } = event.data as { receiverId: AccountId; animalId?: string };
  return animalId ? null : receiverId;
}
