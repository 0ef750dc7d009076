import * as accounts from '../../../contract/accounts.ts';
import * as hidden from '../../../contract/hidden-profiles.ts';
import { type SearchResult, type SearchType, search, taggedPublications } from '../../../contract/search.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { registerNewUser } from './people.ts';
import { client } from './shared-api.ts';

export interface SearchOptions {
  readonly type?: SearchType;
  readonly token?: string;
}

export const findResults = (
  q: string,
  { type, token }: SearchOptions = {},
): Promise<readonly SearchResult[]> => client.ok(search, { token, query: { q, ...(type && { type }) } });

/** Returns the title, name or text in a search result. */
export function getLabel(result: SearchResult): string {
  if (result.type === 'CROWDFUNDING') return result.crowdfunding.title;
  if (result.type === 'ANIMAL') return result.animal.animal.name;
  if (result.type === 'TAG') return `#${result.tag.name} ${result.tag.posts}`;
  return result.type === 'POST' ? result.post.text : result.profile.profileName;
}

export const findLabels = async (q: string, options: SearchOptions = {}): Promise<readonly string[]> =>
  (await findResults(q, options)).map(getLabel);

export const renameProfile = ({ token }: AuthResponse, profileName: string) =>
  client.ok(accounts.updateProfile, { token, body: { type: 'profileName', newData: profileName } });

export async function registerWithName(profileName: string): Promise<AuthResponse> {
  const person = await registerNewUser(client);
  await renameProfile(person, profileName);
  return person;
}

export const block = ({ token }: AuthResponse, blockedUser: AuthResponse) =>
  client.ok(hidden.blockProfile, { token, params: { id: blockedUser.dataUser.id } });

export const listTaggedTexts = async (tag: string, token?: string): Promise<readonly string[]> =>
  (await client.ok(taggedPublications, { token, params: { tag } })).map(({ text }) => text);
