import { removeAnimal } from '../../application/adoption.ts';
import * as contract from '../../contract/adoption.ts';
import { adoptionDecider } from '../../domain/adoption/decide.ts';
import type { AdoptionEvent } from '../../domain/adoption/events.ts';
import { adoptionNotFound } from '../../domain/adoption/rules.ts';
import type { AdoptionState } from '../../domain/adoption/state.ts';
import type { CommandResult } from '../../domain/handle.ts';
import type { AdoptionId } from '../../domain/kernel/ids.ts';
import * as query from '../../projections/adoption/animals/query.ts';
import { listNearestAnimals } from '../../projections/adoption/nearest-animals/query.ts';
import { loadProfile } from '../accounts/load-profile.ts';
import type { Caller } from '../http/caller.ts';
import { createNotFoundFailure } from '../http/failure.ts';
import { respondWithPage, toPaging } from '../http/paging.ts';
import { sendPicture } from '../http/picture.ts';
import { defineRoute, defineSharedRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { createOfferRoute } from './create.ts';
import { createSearchRoutes } from './searches.ts';
import { createTownRoutes, findTown } from './towns.ts';

/** Creates the adoption routes. If the owner's account is hidden, only staff see its animals. */
export function createAdoptionRoutes(system: ApiSystem): readonly Route[] {
  const { pool, handler, privateData, towns } = system;

  async function loadAnimal(caller: Caller | null, id: AdoptionId): Promise<query.StoredAnimal> {
    const animal = await query.findShownAnimal(pool, caller, id);
    if (!animal) throw createNotFoundFailure(adoptionNotFound);
    return animal;
  }

  /** Other accounts than the owner get 404 instead of 403 if they cannot see the animal. */
  async function confirmOwnerCommand(
    result: CommandResult<AdoptionState, AdoptionEvent>,
    request: Pick<RouteRequest<typeof contract.markAdopted>, 'caller' | 'params' | 'confirm'>,
  ): Promise<void> {
    if (!result.accepted && result.rejection.kind === 'forbidden')
      await loadAnimal(request.caller, request.params.id);
    await request.confirm(result);
  }

  return [
    createOfferRoute(system),
    ...createTownRoutes(towns),
    ...createSearchRoutes(system),

    defineSharedRoute(contract.getAnimals, async (request) => {
      const { page, cursor, near, within, sort, ...filter } = request.query;
      const paging = toPaging({ page, cursor });
      const center = await findTown(towns, near);
      const searchArea = center ? { center, withinKm: within } : undefined;
      const animals =
        searchArea && sort !== 'date'
          ? await listNearestAnimals(pool, request.caller, filter, paging, searchArea)
          : await query.listAvailableAnimals(pool, request.caller, filter, paging, searchArea);
      return respondWithPage(animals, request);
    }),

    defineSharedRoute(
      contract.getAnimal,
      async ({ caller, params }) => (await loadAnimal(caller, params.id)).post,
    ),

    defineRoute(contract.getAnimalImage, async (request) => {
      const { caller, http } = request;
      const { id } = request.params;
      const { picture, post } = await loadAnimal(caller, id);
      const isRestricted = caller?.isStaff || post.takenDown !== undefined;
      const isPublic = !isRestricted || (await query.findAnimalById(pool, null, id)) !== null;
      return sendPicture(http, privateData.pictures, {
        subjectId: id,
        reference: picture,
        query: request.query,
        isPublic,
      });
    }),

    defineSharedRoute(contract.profileAnimals, async (request) => {
      const { caller, params } = request;
      const { id } = await loadProfile(pool, caller, params.nickname);
      return respondWithPage(
        await query.listOwnerAnimals(pool, caller, id, toPaging(request.query)),
        request,
      );
    }),

    defineRoute(contract.markAdopted, async (request) => {
      const { caller, params, createContext } = request;
      const { id: adoptionId } = params;
      const markCommand = { type: 'MarkAnimalAdopted', adoptionId, accountId: caller.id } as const;
      await confirmOwnerCommand(
        await handler.handle(adoptionDecider, adoptionId, markCommand, createContext()),
        request,
      );
      const { post } = await loadAnimal(caller, adoptionId);
      return { ...post, status: 'ADOPTED' as const };
    }),

    defineRoute(contract.deleteAdoption, async (request) => {
      const { caller, params, createContext } = request;
      await confirmOwnerCommand(await removeAnimal(system, caller.id, params.id, createContext()), request);
      return { message: 'Adoption successfully removed.' };
    }),
  ];
}
