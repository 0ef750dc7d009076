import { lazy, Suspense } from 'react';

const PlainText = ({ text }: { readonly text: string }) => text;

/** Loaded for the first text with links, and left out when it cannot be loaded. */
const LinkedText = lazy(() => import('./linked-text.tsx').catch(() => ({ default: PlainText })));

/** A text whose web addresses, @nicknames and #tags are links. */
export function TextWithLinks({ text }: { readonly text: string }) {
  return <Suspense fallback={text}>{/[@#]|:\/\//.test(text) ? <LinkedText text={text} /> : text}</Suspense>;
}
