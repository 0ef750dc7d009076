import { createAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { Crowdfunding } from '../../../contract/crowdfunding.ts';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import type { Post, Profile, ProfileSummary } from '../../../contract/shapes.ts';

/** A profile with the fields loaded so far. Lists contain only some of the fields. */
export type StoredProfile = ProfileSummary & Partial<Profile>;

/** Returns whether all fields of a profile are loaded. */
export const isComplete = (profile: StoredProfile): profile is Profile => profile.followers !== undefined;

/** Entity types by name. */
export interface Entities {
  readonly post: Post;
  readonly crowdfunding: Crowdfunding;
  readonly profile: StoredProfile;
}

/** Reference to an entity. Lists contain references; the entity itself is stored once by id. */
export interface EntityRef {
  readonly id: string;
}

type ReceivedEntities = {
  [Name in EntityName]: {
    readonly entity: Name;
    readonly entities: readonly Entities[Name][];
    readonly position: number;
  };
}[EntityName];

/** Dispatched when a response contains entities, with the log position at which they were read. */
export const entitiesReceived = createAction<ReceivedEntities>('entities/received');

/** Dispatched after the server was restored and continues from an earlier log position. */
export const positionsReset = createAction('entities/positionsReset');

/** Returns the log position of a response, or undefined if the header is missing. */
export function getReadPosition(meta: FetchBaseQueryMeta | undefined): number | undefined {
  const position = meta?.response?.headers.get('X-Read-Position');
  return position ? Number(position) : undefined;
}

/** Returns references to the entities in a response. */
export const toRefs = (response: unknown): EntityRef | readonly EntityRef[] =>
  Array.isArray(response)
    ? (response as readonly EntityRef[]).map(({ id }) => ({ id }))
    : { id: (response as EntityRef).id };
