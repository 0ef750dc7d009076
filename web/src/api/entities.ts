import { createAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';
import type { Crowdfunding } from '../../../contract/crowdfunding.ts';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import type { Post, Profile, ProfileSummary } from '../../../contract/shapes.ts';

/** A profile with the fields that were loaded so far: lists contain only some of them. */
export type StoredProfile = ProfileSummary & Partial<Profile>;

/** Whether all fields of a profile are loaded. */
export const isComplete = (profile: StoredProfile): profile is Profile => profile.followers !== undefined;

/** Types of entities by name. */
export interface Entities {
  readonly post: Post;
  readonly crowdfunding: Crowdfunding;
  readonly profile: StoredProfile;
}

/** Reference to an entity. Lists hold references; the entity is stored once by its id. */
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

/** A response contained entities, valid at a log position. */
export const entitiesReceived = createAction<ReceivedEntities>('entities/received');

/** The server was restored and continues from an earlier position. */
export const positionsReset = createAction('entities/positionsReset');

/** Returns the log position of a response; undefined when the header is missing. */
export function getReadPosition(meta: FetchBaseQueryMeta | undefined): number | undefined {
  const position = meta?.response?.headers.get('X-Read-Position');
  return position ? Number(position) : undefined;
}

/** Replaces the entities of a response with references. */
export const toRefs = (response: unknown): EntityRef | readonly EntityRef[] =>
  Array.isArray(response)
    ? (response as readonly EntityRef[]).map(({ id }) => ({ id }))
    : { id: (response as EntityRef).id };
