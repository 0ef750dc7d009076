import { removeAnimal } from '../../application/adoption.ts';
import * as contract from '../../contract/adoption.ts';
import { missingProfile } from '../../domain/accounts/rules.ts';
import { adoptionDecider } from '../../domain/adoption/decide.ts';
import type { AdoptionEvent } from '../../domain/adoption/events.ts';
import { missingAdoption } from '../../domain/adoption/rules.ts';
import type { AdoptionState } from '../../domain/adoption/state.ts';
import type { CommandResult } from '../../domain/handle.ts';
import type { AdoptionId } from '../../domain/kernel/ids.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/adoption/animals/query.ts';
import type { Caller } from '../http/caller.ts';
import { missing } from '../http/failure.ts';
import { answerPicture } from '../http/picture.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { createAdoptionRoute } from './create.ts';

/** Adoption routes. Animals of a hidden owner are visible only to staff. */
export function adoptionRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids, privateData } = system;

  async function stored(caller: Caller | null, id: AdoptionId): Promise<query.StoredAnimal> {
    const found = await query.animalById(pool, caller, id);
    if (!found) throw missing(missingAdoption);
    return found;
  }

  /** Confirms a command of the owner. Others get 404 instead of 403 if they may not see the animal. */
  async function confirmOwn(
    handled: CommandResult<AdoptionState, AdoptionEvent>,
    {
      caller,
      params,
      confirm,
    }: Pick<RouteRequest<typeof contract.markAdopted>, 'caller' | 'params' | 'confirm'>,
  ): Promise<void> {
    if (!handled.accepted && handled.rejection.kind === 'forbidden') await stored(caller, params.id);
    await confirm(handled);
  }

  return [
    createAdoptionRoute(system),

    route(contract.getAnimals, async (request) => {
      const { page, cursor, ...filter } = request.query;
      const paging = pagingOf({ page, cursor });
      return itemsOf(await query.availableAnimals(pool, request.caller, filter, paging), request);
    }),

    route(contract.getAnimalImage, async ({ caller, params: { id }, http }) => {
      const { imageHash, post } = await stored(caller, id);
      const isRestricted = caller?.staff || post.takenDown !== undefined;
      const everybody = !isRestricted || (await query.animalById(pool, null, id)) !== null;
      return answerPicture(http, await privateData.pictures.find(id), imageHash, everybody);
    }),

    route(contract.profileAnimals, async (request) => {
      const { caller, params } = request;
      const profile = await profileByKey(pool, caller, params.nickname);
      if (!profile) throw missing(missingProfile);
      return itemsOf(await query.animalsOf(pool, caller, profile.id, pagingOf(request.query)), request);
    }),

    route(contract.markAdopted, async (request) => {
      const { caller, params, command } = request;
      const { id: adoptionId } = params;
      const mark = { type: 'MarkAnimalAdopted', adoptionId, accountId: caller.id } as const;
      await confirmOwn(await handler.handle(adoptionDecider, adoptionId, mark, command(ids.next())), request);
      const { post } = await stored(caller, adoptionId);
      return { ...post, status: 'ADOPTED' as const };
    }),

    route(contract.deleteAdoption, async (request) => {
      const { caller, params, command } = request;
      await confirmOwn(await removeAnimal(system, caller.id, params.id, command(ids.next())), request);
      return { message: 'Adoption successfully removed.' };
    }),
  ];
}
