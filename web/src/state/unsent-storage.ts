import { browserKeeps } from './browser-storage.ts';
import type { UnsentMessage } from './messaging.ts';

/** Each message has its own place, so that two tabs of an account leave each other's alone. */
const placeOf = (userId: string, clientId = ''): string => `unsentMessages:${userId}:${clientId}`;

function read(place: string): readonly UnsentMessage[] {
  try {
    return [JSON.parse(browserKeeps.get(place) ?? '')];
  } catch {
    return [];
  }
}

/** What an account has written in this browser and not sent, oldest first. */
export const keptUnsent = (userId: string): readonly UnsentMessage[] =>
  browserKeeps
    .keys(placeOf(userId))
    .flatMap(read)
    .sort((one, other) => one.timestamp.localeCompare(other.timestamp));

/** Keeps what is not sent now, and forgets what of it was not sent before and has gone since. */
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
