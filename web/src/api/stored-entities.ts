import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import { viewerChanged } from '../state/session.ts';
import {
  type Entities,
  type EntityRef,
  entitiesReceived,
  isComplete,
  positionsReset,
  type StoredProfile,
} from './entities.ts';

type Entity = Entities[EntityName];

/** A change to an entity. The patch is dropped when a read at or after its position arrives. */
interface Patch<Type = Entity> {
  readonly id: string;
  /** Log position of the change; infinity until the server responds. */
  readonly position: number;
  readonly change: Partial<Type>;
}

interface StoredEntity<Type = Entity> {
  /** The latest value from the server. */
  readonly read: Type;
  readonly position: number;
  /** Ordered by position. */
  readonly patches: readonly Patch[];
  /** The latest value from the server, with the patches applied. */
  readonly shown: Type;
}

/** Entities by type and id, in the order in which they were first loaded. */
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

/** Identifies an optimistic change by the request that writes it. */
interface PatchKey extends EntityKey {
  readonly patchId: string;
}

interface EntityPatchedPayload extends PatchKey {
  readonly change: Partial<Entity>;
}

interface PatchSettledPayload extends PatchKey {
  readonly result?: { readonly change: Partial<Entity>; readonly position: number | undefined };
}

type EntityUpdatedPayload = {
  [Name in EntityName]: EntityRef &
    Partial<Entities[Name]> & { readonly entity: Name; readonly position: number };
}[EntityName];

/** Maximum number of stored entities per type; the oldest are dropped. */
const MAX_ENTITIES = 5_000;
const UPDATE_ID = 'update';
/** Position of changes that the server has not confirmed. */
const PENDING_POSITION = Number.POSITIVE_INFINITY;

const initialState: EntitiesState = { post: {}, crowdfunding: {}, profile: {} };

/** Actions of the current user on an entity, each with the counter that it changes by one. */
const COUNTED_ACTIONS = [
  ['liked', 'likes'],
  ['isItFollowed', 'followers'],
] as const;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Applies a patch. If the patch sets a flag such as `liked` without the matching counter, the counter changes by one,
 * unless the value from the server already includes the action.
 */
function applyPatch(entity: Entity, patch: Patch): Entity {
  const [before, change] = [entity, patch.change] as unknown as readonly [Fields, Fields];
  const after: Record<string, unknown> = { ...before, ...change };
  for (const [action, total] of COUNTED_ACTIONS) {
    const count = before[total];
    if (typeof count === 'number' && change[total] === undefined && after[action] !== before[action])
      after[total] = Math.max(0, count + (after[action] ? 1 : -1));
  }
  return after as unknown as Entity;
}

function createStored(read: Entity, position: number, patches: readonly Patch[]): StoredEntity {
  const sortedPatches = patches.toSorted((one, other) => (one.position < other.position ? -1 : 1));
  return { read, position, patches: sortedPatches, shown: sortedPatches.reduce(applyPatch, read) };
}

/** Merges a read. The newest read wins: an older response that arrives later changes nothing. */
function mergeRead(storedEntity: StoredEntity | undefined, read: Entity, position: number): StoredEntity {
  if (!storedEntity) return createStored(read, position, []);
  if (position < storedEntity.position) return storedEntity;
  const newer = storedEntity.patches.filter((patch) => patch.position > position);
  return createStored(read, position, newer);
}

/** Adds loaded fields as a patch, unless a newer read contains them. */
function addFields(patches: readonly Patch[], readPosition: number, fields: Patch): readonly Patch[] {
  const existingPatch = patches.find(({ id }) => id === fields.id);
  if (fields.position < Math.max(readPosition, existingPatch?.position ?? 0)) return patches;
  return [...patches.filter((patch) => patch !== existingPatch), fields];
}

/** Sets the missing optional fields of a profile summary to undefined, so that the summary replaces earlier values. */
const setMissingFields = (part: Entity): Entity => ({ avatar: undefined, ...part }) as Entity;

/** Merges a partial profile from a list as a patch over the last complete read, so that no field is lost. */
function mergePart(known: StoredEntity | undefined, sent: Entity, position: number): StoredEntity {
  const part = setMissingFields(sent);
  const { read, position: readPosition, patches } = known ?? createStored(part, 0, []);
  const fields = { id: Object.keys(part).join(), position, change: part };
  return createStored(read, readPosition, addFields(patches, readPosition, fields));
}

const isPart = (entity: EntityName, read: Entity): boolean =>
  entity === 'profile' && !isComplete(read as StoredProfile);

/** Resets all positions. Changes that the server has not confirmed remain. */
function resetPosition({ read, patches }: StoredEntity): StoredEntity {
  const pending = patches.filter(({ position }) => position === PENDING_POSITION);
  const confirmed = patches.slice(0, patches.length - pending.length);
  return createStored(confirmed.reduce(applyPatch, read), 0, pending);
}

const selectAll = (state: EntitiesState, entity: EntityName) => state[entity] as Record<string, StoredEntity>;

type ChangePatches = (patches: readonly Patch[], read: StoredEntity) => readonly Patch[];

function updatePatches(state: EntitiesState, { entity, id }: EntityKey, change: ChangePatches): void {
  const all = selectAll(state, entity);
  const known = all[id];
  if (known) all[id] = createStored(known.read, known.position, change(known.patches, known));
}

/** Entities from the server. Lists and queries are RTK Query caches of references to these entities. */
export const entitiesSlice = createSlice({
  name: 'entities',
  initialState,
  reducers: {
    /** Shows a change by the current user before the server confirms it. */
    entityPatched(state, { payload }: PayloadAction<EntityPatchedPayload>) {
      const { patchId: id, change } = payload;
      updatePatches(state, payload, (patches) => [...patches, { id, position: PENDING_POSITION, change }]);
    },
    /**
     * Replaces an optimistic change with its result. The result is valid at the position of its write or, if unknown,
     * at the position of the latest read. Without a result, the change was rejected and is removed.
     */
    patchSettled(state, { payload }: PayloadAction<PatchSettledPayload>) {
      const { patchId, result } = payload;
      updatePatches(state, payload, (patches, read) => {
        const others = patches.filter(({ id }) => id !== patchId);
        if (!result) return others;
        const { change, position = read.position } = result;
        return position < read.position ? others : [...others, { id: patchId, position, change }];
      });
    },
    /** Stores fields of an entity that the server sent. They also replace the same fields in pending changes. */
    entityUpdated(state, { payload }: PayloadAction<EntityUpdatedPayload>) {
      const { entity: _, position, ...change } = payload;
      updatePatches(state, payload, (patches, read) => {
        const updated = addFields(patches, read.position, { id: UPDATE_ID, position, change });
        if (updated === patches) return patches;
        return updated.map((patch) =>
          patch.position === PENDING_POSITION ? { ...patch, change: { ...patch.change, ...change } } : patch,
        );
      });
    },
  },
  extraReducers: (builder) => {
    builder.addCase(entitiesReceived, (state, { payload: { entity, entities, position } }) => {
      const all = selectAll(state, entity);
      for (const read of entities)
        all[read.id] = (isPart(entity, read) ? mergePart : mergeRead)(all[read.id], read, position);
      const ids = Object.keys(all);
      for (const id of ids.slice(0, Math.max(0, ids.length - MAX_ENTITIES))) delete all[id];
    });
    builder.addCase(positionsReset, (state) => {
      for (const all of Object.values(state) as Record<string, StoredEntity>[])
        for (const [id, stored] of Object.entries(all)) all[id] = resetPosition(stored);
    });
    builder.addCase(viewerChanged, () => initialState);
  },
});

export const { entityPatched, patchSettled, entityUpdated } = entitiesSlice.actions;

/** Returns an entity as it is displayed, or undefined if it is not stored. */
export const selectEntity = <Name extends EntityName>(
  { entities }: WithEntities,
  entity: Name,
  id: string | undefined,
): Entities[Name] | undefined =>
  id === undefined ? undefined : (entities[entity] as EntitiesState[Name])[id]?.shown;

/** Returns whether the current user blocks or mutes a profile; false if unknown. */
export const selectIsHidden = (state: WithEntities, id: string): boolean => {
  const profile = selectEntity(state, 'profile', id);
  return Boolean(profile?.isBlocked || profile?.isMuted);
};

/** Returns the position at which an entity was last loaded, or 0 if it is not stored. */
export const selectReadPosition = ({ entities }: WithEntities, entity: EntityName, id: string): number =>
  entities[entity][id]?.position ?? 0;

/** Returns an entity, or undefined if it is not stored. Rerenders the component when the entity changes. */
export const useEntity = <Name extends EntityName>(
  entity: Name,
  id: string | undefined,
): Entities[Name] | undefined => useSelector((state: WithEntities) => selectEntity(state, entity, id));
