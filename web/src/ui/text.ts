/** A text of at most `limit` Unicode code points; a longer one is cut there and gets '...'. */
export function truncate(text: string, limit = 15): string {
  const characters = [...text];
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('')}...`;
}
