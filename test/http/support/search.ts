import * as accounts from '../../../contract/accounts.ts';
import * as hidden from '../../../contract/hidden-profiles.ts';
import { type SearchResult, type SearchType, search, taggedPublications } from '../../../contract/search.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { registerNewUser } from './people.ts';
import { client } from './shared-api.ts';

export interface Searched {
  readonly type?: SearchType;
  readonly token?: string;
}

export const find = (q: string, { type, token }: Searched = {}): Promise<readonly SearchResult[]> =>
  client.ok(search, { token, query: { q, ...(type && { type }) } });

/** Returns the name or text that people recognize a result by. */
export function getLabel(result: SearchResult): string {
  if (result.type === 'CROWDFUNDING') return result.crowdfunding.title;
  if (result.type === 'ANIMAL') return result.animal.animal.name;
  if (result.type === 'TAG') return `#${result.tag.name} ${result.tag.posts}`;
  return result.type === 'POST' ? result.post.text : result.profile.profileName;
}

export const findLabels = async (q: string, searched: Searched = {}): Promise<readonly string[]> =>
  (await find(q, searched)).map(getLabel);

export const rename = ({ token }: AuthResponse, profileName: string) =>
  client.ok(accounts.updateProfile, { token, body: { type: 'profileName', newData: profileName } });

export async function registerNamed(profileName: string): Promise<AuthResponse> {
  const person = await registerNewUser(client);
  await rename(person, profileName);
  return person;
}

export const block = ({ token }: AuthResponse, blocked: AuthResponse) =>
  client.ok(hidden.blockProfile, { token, params: { id: blocked.dataUser.id } });

export const listTagged = async (tag: string, token?: string): Promise<readonly string[]> =>
  (await client.ok(taggedPublications, { token, params: { tag } })).map(({ text }) => text);
