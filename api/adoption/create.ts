import { offerAnimal } from '../../application/adoption.ts';
import { type AdoptionPost, createAdoption } from '../../contract/adoption.ts';
import type { AdoptionEvent } from '../../domain/adoption/events.ts';
import type { Town } from '../../domain/kernel/town.ts';
import { findAnimalById } from '../../projections/adoption/animals/query.ts';
import { toImage } from '../../projections/pictures.ts';
import { type Caller, toProfileSummary } from '../http/caller.ts';
import { defineRoute, type Route, type RouteRequest } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { findTown } from './towns.ts';

type AdoptionBody = RouteRequest<typeof createAdoption>['body'];

/** The read model may not contain the animal yet. */
const createAdoptionResponse = (
  caller: Caller,
  id: string,
  form: AdoptionBody,
  town: Town | null,
  createdDate: string,
  [offeredEvent]: readonly AdoptionEvent[],
): AdoptionPost => {
  const { animal, town: _townId, ...details } = form;
  const { imageBase64: _, imageFocus: __, ...publicAnimal } = animal;
  return {
    id,
    status: 'AVAILABLE',
    ...details,
    ...(town && { town }),
    createdDate,
    owner: toProfileSummary(caller),
    animal: publicAnimal,
    ...(offeredEvent?.type === 'AnimalOffered' && { image: toImage(offeredEvent.data) }),
  };
};

/**
 * Creates the route that offers an animal. The command id is the adoption id, so a repeated request finds the adoption.
 */
export const createOfferRoute = (system: ApiSystem): Route =>
  defineRoute(createAdoption, ({ caller, body, createContext, confirm, runIdempotently }) =>
    runIdempotently(async (adoptionId) => {
      const { animal, town: townId, ...details } = body;
      const town = await findTown(system.towns, townId);
      const { imageBase64, imageFocus, ...animalFields } = animal;
      const context = createContext({ commandId: adoptionId });
      const offer = {
        adoptionId,
        ownerId: caller.id,
        form: { ...animalFields, ...details, town },
        imageBase64,
        imageFocus,
      };
      const { events } = await confirm(await offerAnimal(system, offer, context));
      const existingAnimal = events.length > 0 ? null : await findAnimalById(system.pool, caller, adoptionId);
      return (
        existingAnimal?.post ??
        createAdoptionResponse(caller, adoptionId, body, town, context.occurredAt, events)
      );
    }),
  );
