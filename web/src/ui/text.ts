import { tellName } from '../i18n/index.ts';

/** A name or a text of at most `limit` Unicode code points; a longer one is cut there and gets '...'. */
export function truncate(text: string, limit = 15): string {
  const shown = tellName(text);
  const characters = [...shown];
  return characters.length <= limit ? shown : `${characters.slice(0, limit).join('')}...`;
}
