import type { BodyOf } from '../../../contract/call.ts';
import * as contract from '../../../contract/saved-searches.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import { createMatchingRound } from '../../../workers/adoption/match-animals.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { listNotifications } from './notifications.ts';
import { api, client } from './shared-api.ts';

/** Filter in a saved search. */
export type SearchFilter = BodyOf<typeof contract.saveSearch>['filter'];

let searchCount = 0;

export function saveSearch({ token }: AuthResponse, filter: SearchFilter, name?: string) {
  searchCount += 1;
  return client.ok(contract.saveSearch, { token, body: { name: name ?? `Search ${searchCount}`, filter } });
}

export const listSearches = ({ token }: AuthResponse) => client.ok(contract.getSavedSearches, { token });

export const deleteSearch = ({ token }: AuthResponse, id: string) =>
  client.send(contract.deleteSearch, { token, params: { id } });

/** Runs one round of the worker that compares new animals with saved searches. */
export async function matchAnimals(): Promise<void> {
  const { foundation } = api;
  await createMatchingRound(foundation)(new AbortController().signal);
  await foundation.progress.waitFor(['notifications'], await foundation.rawLog.head(), WAIT_MS);
}

/** Lists the ids of the animals that an account was notified about. */
export const listAnnouncedIds = async (account: AuthResponse): Promise<readonly (string | undefined)[]> =>
  (await listNotifications(account))
    .filter(({ kind }) => kind === 'ANIMAL_MATCH')
    .map(({ subject }) => subject?.id);

let wordCount = 0;

/** Returns a unique word, so that a search for it finds the animals of one test only. */
export function createWord(): string {
  wordCount += 1;
  return `unique${wordCount}word`;
}
