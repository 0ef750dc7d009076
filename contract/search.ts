import { z } from 'zod';
import { forbiddenCharacters } from '../domain/kernel/problems.ts';
import { cleanText, toSearchWords } from '../domain/kernel/text.ts';
import { isTag, tagNotFound } from '../domain/posts/rules.ts';
import { adoptionPost } from './adoption.ts';
import { defineCall } from './call.ts';
import { crowdfunding } from './crowdfunding.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { count, failByInputType, failWith, failWithNotFound, pageQuery, searchText } from './fields.ts';
import * as problems from './problems.ts';
import { post, profileRow } from './shapes.ts';

/** Types of search results. Every account that is not an organization is a `PERSON`. */
export const SEARCH_TYPES = ['PERSON', 'ORGANIZATION', 'CROWDFUNDING', 'ANIMAL', 'TAG', 'POST'] as const;
/** Type of a search result. */
export type SearchType = (typeof SEARCH_TYPES)[number];

/** Number of results per type if the request has no `type`. */
export const OVERVIEW_LIMIT = 3;

const MAX_COUNTED_POSTS = 100;

/** A tag without `#`, spelled as in its newest post. */
export const foundTag = z
  .object({
    name: z.string(),
    posts: count.max(MAX_COUNTED_POSTS).meta({
      description: `Number of posts that the caller may see; ${MAX_COUNTED_POSTS} even if there are more.`,
    }),
  })
  .meta({ id: 'FoundTag' });
/** A tag among search results. */
export type FoundTag = z.output<typeof foundTag>;

/** A search result: its type, and the entity in a field for that type. */
export const searchResult = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('PERSON'), profile: profileRow }),
    z.object({ type: z.literal('ORGANIZATION'), profile: profileRow }),
    z.object({ type: z.literal('CROWDFUNDING'), crowdfunding }),
    z.object({ type: z.literal('ANIMAL'), animal: adoptionPost }),
    z.object({ type: z.literal('TAG'), tag: foundTag }),
    z.object({ type: z.literal('POST'), post }),
  ])
  .meta({ id: 'SearchResult' });
/** One result of a search, of any type. */
export type SearchResult = z.output<typeof searchResult>;

export const search = defineCall({
  ...searchEndpoints.search,
  summary: `Searches people, organizations, campaigns, animals, tags and posts; without a type, returns up to ${OVERVIEW_LIMIT} results of each`,
  audience: 'optional',
  query: pageQuery.extend({
    q: searchText(problems.searchTooLong, failByInputType(problems.searchEmpty, problems.notAText))
      .refine((text) => !text.includes('\0'), failWith(forbiddenCharacters))
      .refine((text) => toSearchWords(text).length > 0, failWith(problems.searchEmpty))
      .meta({
        description:
          'Names match by the beginnings of their words; similar names follow. Texts match if they contain all words, in any Spanish or English form. Case and accents do not matter. Of the matching names and texts, the 300 best of each type are ranked.',
      }),
    type: z.enum(SEARCH_TYPES, failWith(problems.unknownSearchType)).optional(),
  }),
  response: z.array(searchResult),
});

export const taggedPublications = defineCall({
  ...searchEndpoints.taggedPublications,
  summary: 'Lists the posts with a tag, newest first, without comments',
  audience: 'optional',
  params: z.object({
    tag: z.string().overwrite(cleanText).refine(isTag, failWithNotFound(tagNotFound)).meta({
      description: 'A tag without `#`. Case and accents do not matter.',
    }),
  }),
  query: pageQuery,
  response: z.array(post),
  errors: ['TAG_NOT_FOUND'],
});
