import { getDisplayName } from '../i18n/index.ts';

/** Truncates a string to `limit` Unicode code points and appends '...' if it was longer. */
export function truncate(text: string, limit = 15): string {
  const displayName = getDisplayName(text);
  const characters = [...displayName];
  return characters.length <= limit ? displayName : `${characters.slice(0, limit).join('')}...`;
}
