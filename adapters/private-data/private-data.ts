import type { Pool } from 'pg';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { createChallengeStore } from './challenges.ts';
import { createDataExportStore } from './data-exports.ts';
import { createDeviceStore } from './devices.ts';
import { createEmailAddressStore } from './email-addresses.ts';
import { createOutbox } from './emails.ts';
import { createIdempotencyKeyStore } from './idempotency-keys.ts';
import { createNoticeStore } from './notices.ts';
import { createOpenedConversationStore } from './opened-conversations.ts';
import { createPasswordResetStore } from './password-resets.ts';
import { createPictureStore } from './pictures.ts';
import { createMatchProgressStore } from './progress.ts';
import { createAccountRegistry } from './registry.ts';
import { createSecondFactorStore } from './second-factors.ts';
import { createSessionStore } from './sessions.ts';
import { createSignInStore } from './sign-ins.ts';
import { createViewCountStore } from './view-counts.ts';
import { createWebhookStore } from './webhooks.ts';

/** Creates the stores for private data in the PostgreSQL schema `private`. */
export const createPrivateData = (pool: Pool): PrivateData => ({
  registry: createAccountRegistry(pool),
  sessions: createSessionStore(pool),
  idempotencyKeys: createIdempotencyKeyStore(pool),
  signIns: createSignInStore(pool),
  passwordResets: createPasswordResetStore(pool),
  emailAddresses: createEmailAddressStore(pool),
  secondFactors: createSecondFactorStore(pool),
  challenges: createChallengeStore(pool),
  emails: createOutbox(pool),
  notices: createNoticeStore(pool),
  matchProgress: createMatchProgressStore(pool),
  dataExports: createDataExportStore(pool),
  devices: createDeviceStore(pool),
  viewCounts: createViewCountStore(pool),
  webhooks: createWebhookStore(pool),
  pictures: createPictureStore(pool),
  openedConversations: createOpenedConversationStore(pool),
});
