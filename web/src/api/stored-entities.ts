import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import type { Post } from '../../../contract/shapes.ts';
import { kindraApi } from './base.ts';
import { type Entities, type EntityRef, entitiesReceived, positionsReset } from './entities.ts';

type Entity = Entities[EntityName];

/** A change to an entity. It is dropped when a read at its position or later arrives. */
interface Patch<Type = Entity> {
  readonly id: string;
  /** Infinity while the server has not answered. */
  readonly position: number;
  readonly change: Partial<Type>;
}

interface StoredEntity<Type = Entity> {
  /** The newest read. */
  readonly read: Type;
  readonly position: number;
  readonly patches: readonly Patch[];
  /** The read with its patches applied. */
  readonly shown: Type;
}

/** Entities by type and id, in the order in which they were first read. */
export type EntitiesState = {
  readonly [Name in EntityName]: Record<string, StoredEntity<Entities[Name]>>;
};

/** State that contains the stored entities. */
export interface WithEntities {
  readonly entities: EntitiesState;
}

interface EntityKey extends EntityRef {
  readonly entity: EntityName;
}

type Patched = {
  [Name in EntityName]: EntityRef & { readonly entity: Name; readonly patch: Patch<Entities[Name]> };
}[EntityName];

type Updated = {
  [Name in EntityName]: EntityRef &
    Partial<Entities[Name]> & { readonly entity: Name; readonly position: number };
}[EntityName];

/** Maximum number of stored entities of one type; the oldest are dropped. */
const MAX_ENTITIES = 5_000;
const UPDATE_ID = 'update';
const PENDING = Number.POSITIVE_INFINITY;

const initialState: EntitiesState = { post: {}, crowdfunding: {} };

/** Applies a patch. A like without its count changes the count by one, unless the read already includes it. */
function applyPatch(entity: Entity, { change }: Patch): Entity {
  const { liked, likes } = change as Partial<Post>;
  const post = entity as Post;
  const isUncounted = liked !== undefined && likes === undefined && liked !== post.liked;
  return {
    ...entity,
    ...change,
    ...(isUncounted && { likes: Math.max(0, post.likes + (liked ? 1 : -1)) }),
  } as Entity;
}

function createStored(read: Entity, position: number, patches: readonly Patch[]): StoredEntity {
  const inOrder = patches.toSorted((one, other) => (one.position < other.position ? -1 : 1));
  return { read, position, patches: inOrder, shown: inOrder.reduce(applyPatch, read) };
}

/** The newest read wins: an older answer that arrives later changes nothing. */
function mergeRead(known: StoredEntity | undefined, read: Entity, position: number): StoredEntity {
  if (!known) return createStored(read, position, []);
  if (position < known.position) return known;
  const newer = known.patches.filter((patch) => patch.position > position);
  return createStored(read, position, newer);
}

const selectAll = (state: EntitiesState, entity: EntityName) => state[entity] as Record<string, StoredEntity>;

type ChangePatches = (patches: readonly Patch[], read: StoredEntity) => readonly Patch[];

function updatePatches(state: EntitiesState, { entity, id }: EntityKey, change: ChangePatches): void {
  const all = selectAll(state, entity);
  const known = all[id];
  if (known) all[id] = createStored(known.read, known.position, change(known.patches, known));
}

/** The entities of the server. Lists and queries are RTK Query caches of references to them. */
export const entitiesSlice = createSlice({
  name: 'entities',
  initialState,
  reducers: {
    /** Applies an optimistic change or its confirmation by the server. */
    entityPatched(state, { payload }: PayloadAction<Patched>) {
      const { patch } = payload;
      updatePatches(state, payload, (patches, { position }) => [
        ...patches.filter(({ id }) => id !== patch.id),
        ...(patch.position >= position ? [patch] : []),
      ]);
    },
    /** Reverts a change that the server rejected. */
    patchReverted(state, { payload }: PayloadAction<EntityKey & { readonly patchId: string }>) {
      updatePatches(state, payload, (patches) => patches.filter(({ id }) => id !== payload.patchId));
    },
    /** Stores a part of an entity that the server sent. It also replaces that part of pending changes. */
    entityUpdated(state, { payload }: PayloadAction<Updated>) {
      const { entity: _, position, ...change } = payload;
      updatePatches(state, payload, (patches, read) => {
        const known = patches.find(({ id }) => id === UPDATE_ID);
        if (position < Math.max(read.position, known?.position ?? 0)) return patches;
        const others = patches
          .filter((patch) => patch !== known)
          .map((patch) =>
            patch.position === PENDING ? { ...patch, change: { ...patch.change, ...change } } : patch,
          );
        return [...others, { id: UPDATE_ID, position, change }];
      });
    },
  },
  extraReducers: (builder) => {
    builder.addCase(entitiesReceived, (state, { payload: { entity, entities, position } }) => {
      const all = selectAll(state, entity);
      for (const read of entities) all[read.id] = mergeRead(all[read.id], read, position);
      const ids = Object.keys(all);
      for (const id of ids.slice(0, Math.max(0, ids.length - MAX_ENTITIES))) delete all[id];
    });
    builder.addCase(positionsReset, (state) => {
      for (const all of Object.values(state) as Record<string, StoredEntity>[])
        for (const [id, { shown }] of Object.entries(all)) all[id] = createStored(shown, 0, []);
    });
    builder.addMatcher(kindraApi.util.resetApiState.match, () => initialState);
  },
});

export const { entityPatched, patchReverted, entityUpdated } = entitiesSlice.actions;

/** An entity as screens show it; undefined when it is not stored. */
export const selectEntity = <Name extends EntityName>(
  { entities }: WithEntities,
  entity: Name,
  id: string | undefined,
): Entities[Name] | undefined =>
  id === undefined ? undefined : (entities[entity] as EntitiesState[Name])[id]?.shown;

/** Position at which an entity was last read; 0 when it is not stored. */
export const selectReadPosition = ({ entities }: WithEntities, entity: EntityName, id: string): number =>
  entities[entity][id]?.position ?? 0;

/** The entity, which the component shows; undefined when it is not stored. */
export const useEntity = <Name extends EntityName>(
  entity: Name,
  id: string | undefined,
): Entities[Name] | undefined => useSelector((state: WithEntities) => selectEntity(state, entity, id));
