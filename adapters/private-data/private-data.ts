import type { Pool } from 'pg';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { createChallenges } from './challenges.ts';
import { createDataExports } from './data-exports.ts';
import { createDevices } from './devices.ts';
import { createEmailAddresses } from './email-addresses.ts';
import { createOutbox } from './emails.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { createNoticeStore } from './notices.ts';
import { createPasswordResets } from './password-resets.ts';
import { createPictureStore } from './pictures.ts';
import { createMatchProgress } from './progress.ts';
import { createRegistry } from './registry.ts';
import { createSecondFactors } from './second-factors.ts';
import { createSessions } from './sessions.ts';
import { createSignIns } from './sign-ins.ts';
import { createViewCounts } from './view-counts.ts';
import { createWebhooks } from './webhooks.ts';

/** Creates the stores for private data in the PostgreSQL schema `private`. */
export const createPrivateData = (pool: Pool): PrivateData => ({
  registry: createRegistry(pool),
  sessions: createSessions(pool),
  idempotencyKeys: createIdempotencyKeys(pool),
  signIns: createSignIns(pool),
  passwordResets: createPasswordResets(pool),
  emailAddresses: createEmailAddresses(pool),
  secondFactors: createSecondFactors(pool),
  challenges: createChallenges(pool),
  emails: createOutbox(pool),
  notices: createNoticeStore(pool),
  matchProgress: createMatchProgress(pool),
  dataExports: createDataExports(pool),
  devices: createDevices(pool),
  viewCounts: createViewCounts(pool),
  webhooks: createWebhooks(pool),
  pictures: createPictureStore(pool),
});
