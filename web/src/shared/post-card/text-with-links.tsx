import { lazy, Suspense } from 'react';

const PlainText = ({ text }: { readonly text: string }) => text;

/** Loaded for the first text with links. Renders plain text if the code cannot be loaded. */
const LinkedText = lazy(() => import('./linked-text.tsx').catch(() => ({ default: PlainText })));

/** Text whose URLs, @nicknames and #tags are links. */
export function TextWithLinks({ text }: { readonly text: string }) {
  return <Suspense fallback={text}>{/[@#]|:\/\//.test(text) ? <LinkedText text={text} /> : text}</Suspense>;
}
