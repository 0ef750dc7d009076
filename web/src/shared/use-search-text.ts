import { useState } from 'react';

/**
 * Manages a search text while it is typed. Resets the text when `appliedText` changes, for example because the query
 * string has changed.
 */
export function useSearchText(appliedText: string) {
  const [input, setInput] = useState({ text: appliedText, sent: appliedText });
  if (input.sent !== appliedText) setInput({ text: appliedText, sent: appliedText });
  return [input.text, (text: string) => setInput({ text, sent: appliedText })] as const;
}
