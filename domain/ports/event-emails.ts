import type { CrowdfundingNews } from '../effects/definition.ts';
import type { EmailedKind, EmailKindSetting } from '../effects/kinds.ts';
import type { Position } from '../kernel/event.ts';
import type { AccountId, Uuid } from '../kernel/ids.ts';
import type { EmailContents } from './email.ts';

/** An email about an event, to every recipient who has not opted out of its kind. */
export interface EventEmail {
  readonly eventId: Uuid;
  readonly kind: EmailedKind;
  /** Specific accounts, or a campaign's audience except the event's actor. */
  readonly recipients:
    | { readonly accountIds: readonly AccountId[] }
    | (Pick<CrowdfundingNews, 'crowdfundingId' | 'audience'> & { readonly exceptActor: string });
  readonly subject: { readonly type: 'crowdfunding' | 'animal' | 'account'; readonly id: Uuid };
  readonly content: Omit<EmailContents['notification'], 'subject'>;
}

/** A message about an animal. The animal's owner is reminded of it if they do not answer. */
export interface AnimalContact {
  readonly ownerId: AccountId;
  readonly content: Omit<EmailContents['contact-reminder'], 'subject'>;
}

/** Events that cause emails, mapped to emails, messages and contacts. */
export interface EmailedEvents {
  readonly emails: readonly EventEmail[];
  /** Receivers of messages, and the URL of the page where they can read them. */
  readonly messages: { readonly receivers: readonly AccountId[]; readonly link: string };
  readonly contacts: readonly AnimalContact[];
}

/** Queues emails that events cause. */
export interface EventEmailStore {
  /** Returns the position up to which events have been processed, or null before the first run. */
  readonly getPosition: () => Promise<Position | null>;
  /** Queues emails and stores position `to` atomically, unless another process has moved it since `from`. */
  readonly advance: (from: Position | null, to: Position, events: EmailedEvents) => Promise<void>;
  /** Returns the email kinds that an account has opted out of. */
  readonly listOptOuts: (accountId: AccountId) => Promise<readonly EmailKindSetting[]>;
  readonly setOptOut: (accountId: AccountId, kind: EmailKindSetting, isOptedOut: boolean) => Promise<void>;
  /** Opts out an account with the token from an email. Returns false if the token is unknown. */
  readonly optOutByToken: (token: Uuid, kind: EmailKindSetting) => Promise<boolean>;
  /** Returns whether an account has unread messages. */
  readonly hasUnreadMessages: (accountId: AccountId) => Promise<boolean>;
  /** Returns whether a contact waits for the owner's answer. False if the animal is no longer available. */
  readonly isUnanswered: (
    ownerId: AccountId,
    contact: Pick<EmailContents['contact-reminder'], 'animalId' | 'contactId' | 'position'>,
  ) => Promise<boolean>;
}
