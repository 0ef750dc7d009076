import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { TAG_PATTERN } from '../../../../contract/rules/posts.ts';
import { ProfileLink } from '../profile-link/profile-link.tsx';

/** Matches a URL without the punctuation after it. */
const ADDRESS = /https?:\/\/[^\s<>"]*[\p{L}\p{N}/_=&#%+~$*-]/u;
/**
 * Matches a nickname after an @ that is neither inside a word nor part of an email address. Initial nicknames are
 * usernames, of up to 18 characters, and digits.
 */
const NICKNAME = /(?<![\p{L}\w.@/-])@[\wçÇñÑ]{5,21}(?![\p{L}\w@])/u;
const LINKED = new RegExp(`(${[ADDRESS, NICKNAME, TAG_PATTERN].map(({ source }) => source).join('|')})`, 'u');

/** Text whose URLs, @nicknames and #tags are links. Exported as default, because cards load it lazily. */
export default function LinkedText({ text }: { readonly text: string }): ReactNode {
  // Splitting by a capture group returns text and links alternately.
  return text.split(LINKED).map((part, index) => {
    if (index % 2 === 0) return part;
    if (part.startsWith('#'))
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
        <Link key={index} to={`/tag/${encodeURIComponent(part.slice(1))}`}>
          {part}
        </Link>
      );
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
