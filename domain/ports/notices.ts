import type { AudienceRole } from '../effects/definition.ts';
import type { MailedKind, MailKindSetting } from '../effects/table.ts';
import type { Position } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../kernel/ids.ts';
import type { MailContents } from './mail.ts';

/** Recipients of a notice: accounts, or the audience of a crowdfunding except the actor of the event. */
export type NoticeRecipients =
  | { readonly accountIds: readonly AccountId[] }
  | {
      readonly crowdfundingId: CrowdfundingId;
      readonly audience: AudienceRole | 'ALL';
      readonly exceptActor: string;
    };

/** An email to each recipient who wants emails of its kind. */
export interface Notice {
  /** Id of the event that it follows from. */
  readonly eventId: Uuid;
  /** Kind in the settings. */
  readonly kind: MailedKind;
  readonly recipients: NoticeRecipients;
  readonly subject: { readonly type: 'crowdfunding' | 'animal' | 'account'; readonly id: Uuid };
  readonly content: Omit<MailContents['notification'], 'subject'>;
}

/** A question about an animal, of which its owner is reminded unless it is answered. */
export interface AnimalContact {
  readonly ownerId: AccountId;
  readonly content: Omit<MailContents['contact-reminder'], 'subject'>;
}

/** Events that cause emails, as notices, contacts and messages. */
export interface MailedEvents {
  readonly notices: readonly Notice[];
  /** Receivers of messages, and where they read them. */
  readonly messages: { readonly receivers: readonly AccountId[]; readonly link: string };
  readonly contacts: readonly AnimalContact[];
}

/** Emails that follow from events. */
export interface Notices {
  /** Position up to which events have become emails; null before the first run. */
  readonly getPosition: () => Promise<Position | null>;
  /**
   * Queues the emails of events and stores the position of the last one, in one transaction. Has no effect if another
   * process has stored a position since `from`.
   */
  readonly advance: (from: Position | null, to: Position, events: MailedEvents) => Promise<void>;
  /** Kinds of which an account gets no emails. */
  readonly listOptOuts: (accountId: AccountId) => Promise<readonly MailKindSetting[]>;
  readonly setOptOut: (accountId: AccountId, kind: MailKindSetting, isOptedOut: boolean) => Promise<void>;
  /** Opts out with the token of an email; false if the token is unknown. */
  readonly optOutByToken: (token: Uuid, kind: MailKindSetting) => Promise<boolean>;
  /** Whether an account has unread messages. */
  readonly hasUnreadMessages: (accountId: AccountId) => Promise<boolean>;
  /**
   * Whether the owner of an animal that can still be adopted has not yet answered the account that asked about it.
   */
  readonly isUnanswered: (
    ownerId: AccountId,
    contact: Pick<MailContents['contact-reminder'], 'animalId' | 'contactId' | 'position'>,
  ) => Promise<boolean>;
}
