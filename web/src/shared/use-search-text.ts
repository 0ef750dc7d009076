import { useState } from 'react';

/**
 * Text of a search while it is typed. It is reset when the applied text changes, for example in the query
 * string.
 */
export function useSearchText(sent: string) {
  const [typed, setTyped] = useState({ text: sent, sent });
  if (typed.sent !== sent) setTyped({ text: sent, sent });
  return [typed.text, (text: string) => setTyped({ text, sent })] as const;
}
