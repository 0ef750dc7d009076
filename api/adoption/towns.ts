import * as contract from '../../contract/towns.ts';
import { unknownTown } from '../../domain/adoption/rules.ts';
import type { Town } from '../../domain/kernel/town.ts';
import type { Towns } from '../../domain/ports/towns.ts';
import { ApiFailure, createNotFoundFailure } from '../http/failure.ts';
import { defineRoute, type Route } from '../http/route.ts';

/**
 * Returns the town with an id, or null when the request contains no id.
 * @throws ApiFailure 400 when the town does not exist
 */
export async function findTown(towns: Towns, id: number | null | undefined): Promise<Town | null> {
  if (id === null || id === undefined) return null;
  const town = await towns.find(id);
  if (!town) throw new ApiFailure(400, unknownTown);
  return town;
}

/** Creates the routes that find towns by name and by id. */
export const createTownRoutes = (towns: Towns): readonly Route[] => [
  defineRoute(contract.findTowns, ({ query: { text } }) => towns.search(text, contract.MAX_TOWNS)),

  defineRoute(contract.getTown, async ({ params: { id } }) => {
    const town = await towns.find(Number(id));
    if (!town) throw createNotFoundFailure(unknownTown);
    return town;
  }),
];
