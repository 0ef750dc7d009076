/**
 * An optimistic change to an entity, or a part of it that the server sent. It is dropped when a read at its
 * position or later arrives; Infinity while the server has not answered.
 */
export interface Patch<Entity> {
  readonly id: string;
  readonly position: number;
  readonly change: Partial<Entity>;
}

interface StoredEntity<Entity> {
  /** The newest read. */
  readonly read: Entity;
  readonly position: number;
  readonly patches: readonly Patch<Entity>[];
  /** The read with its patches applied. */
  readonly shown: Entity;
}

/** Entities of one type by id, in the order in which they were first read. */
export type StoredEntities<Entity> = Record<string, StoredEntity<Entity>>;

/** Maximum number of stored entities of one type; the oldest are dropped. */
const MAX_ENTITIES = 5_000;

const mergeChange = <Entity>(entity: Entity, { change }: Patch<Entity>): Entity => ({ ...entity, ...change });

/** Creates the functions that change stored entities of one type in a reducer. */
export function createEntityStorage<Entity extends { readonly id: string }>(
  applyPatch: (entity: Entity, patch: Patch<Entity>) => Entity = mergeChange,
) {
  type Stored = StoredEntities<Entity>;
  type Patches = StoredEntity<Entity>['patches'];

  function create(read: Entity, position: number, patches: Patches): StoredEntity<Entity> {
    const inOrder = patches.toSorted((one, other) => (one.position < other.position ? -1 : 1));
    return { read, position, patches: inOrder, shown: inOrder.reduce(applyPatch, read) };
  }

  /** The newest read wins: an older answer that arrives later changes nothing. */
  function merge(known: StoredEntity<Entity> | undefined, read: Entity, position: number) {
    if (!known) return create(read, position, []);
    if (position < known.position) return known;
    return create(
      read,
      position,
      known.patches.filter((patch) => patch.position > position),
    );
  }

  function updatePatches(stored: Stored, id: string, change: (patches: Patches) => Patches): void {
    const known = stored[id];
    if (known) stored[id] = create(known.read, known.position, change(known.patches));
  }

  return {
    updatePatches,

    /** Stores the entities of a response. */
    receive(stored: Stored, entities: readonly Entity[], position: number): void {
      for (const entity of entities) stored[entity.id] = merge(stored[entity.id], entity, position);
      const ids = Object.keys(stored);
      for (const id of ids.slice(0, Math.max(0, ids.length - MAX_ENTITIES))) delete stored[id];
    },

    /**
     * Adds a patch, which replaces the one with the same id unless the server has already sent a later one. Returns
     * whether it was added: a patch that is older than the read is not.
     */
    patch(stored: Stored, id: string, patch: Patch<Entity>): boolean {
      const entity = stored[id];
      const replaced = entity?.patches.find((other) => other.id === patch.id);
      const isSent = replaced !== undefined && replaced.position !== Number.POSITIVE_INFINITY;
      if (!entity || (isSent && patch.position < replaced.position)) return false;
      const isNew = patch.position >= entity.position;
      updatePatches(stored, id, (patches) => [
        ...patches.filter((other) => other !== replaced),
        ...(isNew ? [patch] : []),
      ]);
      return isNew;
    },

    /** Resets all positions, because a restored server continues from an earlier one. */
    resetPositions(stored: Stored): void {
      for (const [id, { shown }] of Object.entries(stored)) stored[id] = create(shown, 0, []);
    },
  };
}
