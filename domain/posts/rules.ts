import { HOUR_MS } from '../kernel/durations.ts';
import type { Instant } from '../kernel/ids.ts';
import { defineProblem } from '../kernel/problem.ts';
import { foldDiacritics } from '../kernel/text.ts';
import { createTextRule } from '../kernel/text-rule.ts';

export const postNotFound = defineProblem('POST_NOT_FOUND', 'The post to load does not exist.');

/** Maximum post length, in characters. */
export const POST_TEXT_LIMIT = 300;

export const postEmpty = defineProblem('POST_EMPTY', 'The post cannot be empty.');
export const postTooLong = defineProblem('POST_TOO_LONG', 'The post cannot exceed {limit} characters.', {
  limit: POST_TEXT_LIMIT,
});

/** Hours after its publication during which a post can be edited. */
export const EDIT_HOURS = 24;

/** Maximum number of edits per post. */
export const EDITS_LIMIT = 20;

export const onlyAuthorEdits = defineProblem('POST_NOT_YOURS', 'Only its author can edit a post.');
export const editTooLate = defineProblem(
  'POST_EDIT_TOO_LATE',
  'A post can be edited for {hours} hours after its publication.',
  { hours: EDIT_HOURS },
);
export const tooManyEdits = defineProblem(
  'POST_EDITED_TOO_OFTEN',
  'A post can be edited at most {limit} times.',
  { limit: EDITS_LIMIT },
);
export const takenDownPost = defineProblem(
  'POST_TAKEN_DOWN',
  'The post was taken down by staff and cannot be edited.',
);

/** Returns whether a post is recent enough to be edited. */
export const isEditable = (publishedAt: Instant, at: Instant): boolean =>
  Date.parse(at) - Date.parse(publishedAt) < EDIT_HOURS * HOUR_MS;

/** Checks the cleaned text of a post. */
export const checkPostText = createTextRule(postTooLong, { empty: postEmpty, multiline: true });

/** Maximum length of a tag without `#`, in characters. */
const TAG_LIMIT = 50;
/** Maximum number of tags counted per post. */
export const POST_TAGS_LIMIT = 10;

export const tagNotFound = defineProblem('TAG_NOT_FOUND', 'There is no such tag.');

/** Matches a tag: letters, digits and `_` with at least one letter, not inside a word or URL. */
export const TAG_PATTERN = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}_&#/])#(?=[\\p{N}_]*\\p{L})[\\p{L}\\p{M}\\p{N}_]{1,${TAG_LIMIT}}(?![\\p{L}\\p{M}\\p{N}_])`,
  'gu',
);

/** Returns the key by which tags are compared. `#Adopción` and `#adopcion` have the same key. */
export const toTagKey = (tag: string): string => foldDiacritics(tag.replace(/^#/, ''));

/** Returns whether a string would be a tag with `#` in front. */
export const isTag = (text: string): boolean => `#${text}`.match(TAG_PATTERN)?.[0] === `#${text}`;

/** Returns the tags in a text by tag key, in their first spelling. */
export function findTags(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const [match] of text.matchAll(TAG_PATTERN)) {
    const tag = match.slice(1);
    const key = toTagKey(tag);
    if (tags.size < POST_TAGS_LIMIT && !tags.has(key)) tags.set(key, tag);
  }
  return tags;
}
