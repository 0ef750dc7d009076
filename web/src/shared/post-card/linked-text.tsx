import type { ReactNode } from 'react';
import { ProfileLink } from '../profile-link/profile-link.tsx';

/**
 * An address without the punctuation after it, or a nickname after an @ that is neither inside a word nor part of an
 * e-mail address.
 */
const LINKED =
  /(https?:\/\/[^\s<>"]*[\p{L}\p{N}/_=&#%+~$*-]|(?<![\p{L}\w.@/-])@[\wçÇñÑ]{5,15}(?![\p{L}\w@]))/u;

/** A text whose web addresses and @nicknames are links. The default export, because cards load it when needed. */
export default function LinkedText({ text }: { readonly text: string }): ReactNode {
  // Splitting by a group returns texts and links in turn.
  return text.split(LINKED).map((part, index) => {
    if (index % 2 === 0) return part;
    return part.startsWith('@') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <ProfileLink key={index} nickname={part.slice(1)}>
        {part}
      </ProfileLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
      <a key={index} href={part} target="_blank" rel="nofollow ugc noopener">
        {part}
      </a>
    );
  });
}
