/** A text of at most `limit` Unicode code points; a longer one is cut there and gets '...'. */
export function truncate(text: string, limit = 15): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('')}...`;
}

/** A noun with its plural unless the count is 1. */
export const pluralise = (noun: string, count: number): string => (count === 1 ? noun : `${noun}s`);
