import { useState } from 'react';

/**
 * State of a search text while it is typed. The text is reset when the applied text changes, for example in the query
 * string.
 */
export function useSearchText(appliedText: string) {
  const [input, setInput] = useState({ text: appliedText, sent: appliedText });
  if (input.sent !== appliedText) setInput({ text: appliedText, sent: appliedText });
  return [input.text, (text: string) => setInput({ text, sent: appliedText })] as const;
}
