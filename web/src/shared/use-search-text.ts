import { useState } from 'react';

/** Manages a search text while it is typed. Resets it when `appliedText` changes. */
export function useSearchText(appliedText: string) {
  const [input, setInput] = useState({ text: appliedText, sent: appliedText });
  if (input.sent !== appliedText) setInput({ text: appliedText, sent: appliedText });
  return [input.text, (text: string) => setInput({ text, sent: appliedText })] as const;
}
