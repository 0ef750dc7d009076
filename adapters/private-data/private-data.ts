import type { Pool } from 'pg';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { createChallengeStore } from './challenges.ts';
import { createDataExportStore } from './data-exports.ts';
import { createDeviceStore } from './devices.ts';
import { createEmailAddressStore } from './email-addresses.ts';
import { createOutbox } from './emails.ts';
import { createEventEmailStore } from './event-emails.ts';
import { createIdempotencyKeyStore } from './idempotency-keys.ts';
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

type AsyncMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** Calls `notify` after each call of these methods. Also after a failure, which may have had an effect. */
function notifyAfter<Store extends object>(
  store: Store,
  methods: readonly (keyof Store)[],
  notify: () => void,
): Store {
  const wrap =
    (method: AsyncMethod): AsyncMethod =>
    async (...args) => {
      try {
        return await method(...args);
      } finally {
        notify();
      }
    };
  const wrappedMethods = methods.map((name) => [name, wrap(store[name] as AsyncMethod)]);
  return { ...store, ...Object.fromEntries(wrappedMethods) };
}

/** Creates the stores for private data in the PostgreSQL schema `private`. */
export function createPrivateData(pool: Pool): PrivateData {
  let sessionChangeCount = 0;
  const countSessionChanges = <Store extends object>(
    store: Store,
    methods: readonly (keyof Store)[],
  ): Store =>
    notifyAfter(store, methods, () => {
      sessionChangeCount += 1;
    });
  return {
    registry: countSessionChanges(createAccountRegistry(pool), ['changePassword', 'erase']),
    sessions: {
      ...countSessionChanges(createSessionStore(pool), [
        'changeId',
        'recordProof',
        'close',
        'closeOwn',
        'closeAll',
        'closeOthers',
      ]),
      getChangeCount: () => sessionChangeCount,
    },
    idempotencyKeys: createIdempotencyKeyStore(pool),
    signIns: createSignInStore(pool),
    passwordResets: countSessionChanges(createPasswordResetStore(pool), ['complete']),
    emailAddresses: countSessionChanges(createEmailAddressStore(pool), ['undo']),
    secondFactors: countSessionChanges(createSecondFactorStore(pool), ['reset']),
    challenges: createChallengeStore(pool),
    emails: createOutbox(pool),
    eventEmails: createEventEmailStore(pool),
    matchProgress: createMatchProgressStore(pool),
    dataExports: createDataExportStore(pool),
    devices: createDeviceStore(pool),
    viewCounts: createViewCountStore(pool),
    webhooks: createWebhookStore(pool),
    pictures: createPictureStore(pool),
    openedConversations: createOpenedConversationStore(pool),
  };
}
