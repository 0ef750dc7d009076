import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { EntityName } from '../../../contract/endpoints/endpoint.ts';
import type { Entities, EntityRef } from './entities.ts';
import { getItems, type Pages } from './paging.ts';
import { selectEntity, type WithEntities } from './stored-entities.ts';

/** The entities of a list as screens show them. */
export function useListedEntities<Name extends EntityName>(
  entity: Name,
  data: Pages<EntityRef> | undefined,
): readonly Entities[Name][] {
  const refs = useMemo(() => getItems(data), [data]);
  return useSelector(
    (state: WithEntities) => refs.flatMap(({ id }) => selectEntity(state, entity, id) ?? []),
    shallowEqual,
  );
}
