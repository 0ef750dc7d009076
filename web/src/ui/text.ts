import { getDisplayName } from '../i18n/index.ts';

/** Truncates a text to `limit` Unicode code points and appends '...'. */
export function truncate(text: string, limit = 15): string {
  const shown = getDisplayName(text);
  const characters = [...shown];
  return characters.length <= limit ? shown : `${characters.slice(0, limit).join('')}...`;
}
