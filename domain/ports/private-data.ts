import type { AccountRegistry } from './account-registry.ts';
import type { DataExports } from './data-exports.ts';
import type { Devices } from './devices.ts';
import type { Outbox } from './email.ts';
import type { EmailAddresses } from './email-addresses.ts';
import type { EventEmailStore } from './event-emails.ts';
import type { IdempotencyKeys } from './idempotency-keys.ts';
import type { MatchProgress } from './match-progress.ts';
import type { OpenedConversations } from './opened-conversations.ts';
import type { PasswordResets } from './password-resets.ts';
import type { PictureStore } from './picture-store.ts';
import type { Challenges, SecondFactors } from './second-factors.ts';
import type { AccountSessions } from './sessions.ts';
import type { SignIns } from './sign-ins.ts';
import type { ViewCounts } from './view-counts.ts';
import type { Webhooks } from './webhooks.ts';

/** State outside the event log. Rebuilds do not change it. */
export interface PrivateData {
  readonly registry: AccountRegistry;
  readonly sessions: AccountSessions;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly signIns: SignIns;
  readonly passwordResets: PasswordResets;
  readonly emailAddresses: EmailAddresses;
  readonly secondFactors: SecondFactors;
  readonly challenges: Challenges;
  readonly emails: Outbox;
  readonly eventEmails: EventEmailStore;
  readonly matchProgress: MatchProgress;
  readonly dataExports: DataExports;
  readonly devices: Devices;
  readonly viewCounts: ViewCounts;
  readonly webhooks: Webhooks;
  readonly pictures: PictureStore;
  readonly openedConversations: OpenedConversations;
}
