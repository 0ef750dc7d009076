import type { SearchResult } from '../../api/search.ts';

/** Returns a key that is unique among the results of a search. */
export function getResultKey(result: SearchResult): string {
  if (result.type === 'TAG') return `tag ${result.tag.name}`;
  if (result.type === 'CROWDFUNDING') return result.crowdfunding.id;
  if (result.type === 'ANIMAL') return result.animal.id;
  return result.type === 'POST' ? result.post.id : result.profile.id;
}

/** Returns the path of a tag page. */
export const getTagPath = (name: string): string => `/tag/${encodeURIComponent(name)}`;

/** Returns the path of the page that a result links to. */
export function getResultPath(result: SearchResult): string {
  if (result.type === 'TAG') return getTagPath(result.tag.name);
  if (result.type === 'CROWDFUNDING') return `/crowdfundings/${result.crowdfunding.id}`;
  if (result.type === 'ANIMAL') return `/adoptable-animals/${result.animal.id}`;
  if (result.type === 'POST') return `/post/${result.post.id}`;
  return `/profile/${encodeURIComponent(result.profile.nickname)}`;
}

/** Returns the display name of a result. For a post, this is its text. */
export function getResultName(result: SearchResult): string {
  if (result.type === 'TAG') return `#${result.tag.name}`;
  if (result.type === 'CROWDFUNDING') return result.crowdfunding.title;
  if (result.type === 'ANIMAL') return result.animal.animal.name;
  return result.type === 'POST' ? result.post.text : result.profile.profileName;
}
