import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import type { Entities, EntityRef } from './entities.ts';
import { getItems, type Pages } from './paging.ts';
import { selectEntity, type WithEntities } from './stored-entities.ts';

/** Returns the referenced entities as they are displayed. */
export const useEntities = <Name extends EntityName>(
  entity: Name,
  refs: readonly EntityRef[] = [],
): readonly Entities[Name][] =>
  useSelector(
    (state: WithEntities) => refs.flatMap(({ id }) => selectEntity(state, entity, id) ?? []),
    shallowEqual,
  );

/** Returns the entities in a paged list as they are displayed. */
export const useListedEntities = <Name extends EntityName>(
  entity: Name,
  data: Pages<EntityRef> | undefined,
): readonly Entities[Name][] =>
  useEntities(
    entity,
    useMemo(() => getItems(data), [data]),
  );
