import { browserStorage } from './browser-storage.ts';
import type { UnsentMessage } from './messaging.ts';

/**
 * Returns the storage key of an unsent message. Each message has its own key, so that two tabs of an account do not
 * overwrite each other.
 */
const getStorageKey = (userId: string, clientId = ''): string => `unsentMessages:${userId}:${clientId}`;

function readMessage(place: string): readonly UnsentMessage[] {
  try {
    return [JSON.parse(browserStorage.get(place) ?? '')];
  } catch {
    return [];
  }
}

/** Returns an account's unsent messages in this browser, oldest first. */
export const loadUnsent = (userId: string): readonly UnsentMessage[] =>
  browserStorage
    .keys(getStorageKey(userId))
    .flatMap(readMessage)
    .sort((one, other) => one.timestamp.localeCompare(other.timestamp));

/**
 * Saves the unsent messages of this tab in the browser, and deletes the messages in `before` that are no longer
 * unsent.
 */
export function saveUnsent(
  userId: string,
  unsentMessages: readonly UnsentMessage[],
  before: readonly UnsentMessage[],
): void {
  const remainingIds = new Set(unsentMessages.map(({ clientId }) => clientId));
  for (const { clientId } of before)
    if (!remainingIds.has(clientId)) browserStorage.remove(getStorageKey(userId, clientId));
  for (const message of unsentMessages)
    if (!before.includes(message))
      browserStorage.set(getStorageKey(userId, message.clientId), JSON.stringify(message));
}
