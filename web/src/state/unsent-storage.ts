import { browserKeeps } from './browser-storage.ts';
import type { UnsentMessage } from './messaging.ts';

/** Each message has its own key, so that two tabs of an account do not overwrite each other. */
const placeOf = (userId: string, clientId = ''): string => `unsentMessages:${userId}:${clientId}`;

function read(place: string): readonly UnsentMessage[] {
  try {
    return [JSON.parse(browserKeeps.get(place) ?? '')];
  } catch {
    return [];
  }
}

/** Unsent messages of an account in this browser, oldest first. */
export const keptUnsent = (userId: string): readonly UnsentMessage[] =>
  browserKeeps
    .keys(placeOf(userId))
    .flatMap(read)
    .sort((one, other) => one.timestamp.localeCompare(other.timestamp));

/** Stores the unsent messages of this tab, and deletes those that were unsent before and are not any more. */
export function keepUnsent(
  userId: string,
  now: readonly UnsentMessage[],
  before: readonly UnsentMessage[],
): void {
  const left = new Set(now.map(({ clientId }) => clientId));
  for (const { clientId } of before) if (!left.has(clientId)) browserKeeps.remove(placeOf(userId, clientId));
  for (const message of now)
    if (!before.includes(message))
      browserKeeps.set(placeOf(userId, message.clientId), JSON.stringify(message));
}
