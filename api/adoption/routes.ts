import { missingProfile } from '../../domain/accounts/rules.ts';
import type { AdoptionCommand } from '../../domain/adoption/commands.ts';
import { adoptionDecider } from '../../domain/adoption/decide.ts';
import { missingAdoption } from '../../domain/adoption/rules.ts';
import type { AdoptionId } from '../../domain/kernel/ids.ts';
import { profileByKey } from '../../projections/accounts/profiles/query.ts';
import * as query from '../../projections/adoption/animals/query.ts';
import * as contract from '../contract/adoption.ts';
import type { Caller } from '../http/caller.ts';
import { missing, rejected } from '../http/failure.ts';
import { answerPicture } from '../http/picture.ts';
import { itemsOf, pagingOf } from '../http/reading.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { createAdoptionRoute } from './create.ts';

/** Routes of animals for adoption. Those of an owner who is out of sight show to staff alone. */
export function adoptionRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { pool, handler, ids, privateData } = system;

  async function stored(caller: Caller | null, id: AdoptionId): Promise<query.StoredAnimal> {
    const found = await query.animalById(pool, caller, id);
    if (!found) throw missing(missingAdoption);
    return found;
  }

  async function carriedOut(
    decided: AdoptionCommand,
    { caller, command, visible }: Pick<RouteRequest, 'caller' | 'command' | 'visible'>,
  ): Promise<void> {
    const handled = await handler.handle(adoptionDecider, decided.adoptionId, decided, command(ids.next()));
    if (!handled.accepted) {
      // Who may not do it learns no more of it than reads tell them.
      if (handled.rejection.kind === 'forbidden') await stored(caller, decided.adoptionId);
      throw rejected(handled.rejection);
    }
    await visible(handled.position, 'animals');
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
      const { caller, params } = request;
      const { id: adoptionId } = params;
      await carriedOut({ type: 'MarkAnimalAdopted', adoptionId, accountId: caller.id }, request);
      const { post } = await stored(caller, adoptionId);
      return { ...post, status: 'ADOPTED' as const };
    }),

    route(contract.deleteAdoption, async (request) => {
      const { caller, params } = request;
      const { id: adoptionId } = params;
      const { state } = await handler.load(adoptionDecider, adoptionId);
      // Should the process die before it forgets the picture, whoever looks for orphaned ones finds this one.
      if (state.status !== 'NONE' && state.ownerId === caller.id)
        await privateData.pictures.doubt(adoptionId);
      await carriedOut({ type: 'RemoveAdoption', adoptionId, accountId: caller.id }, request);
      await privateData.pictures.forget(adoptionId);
      return { message: 'Adoption successfully removed.' };
    }),
  ];
}
