import { offerAnimal } from '../../application/adoption.ts';
import { type AdoptionPost, createAdoption } from '../../contract/adoption.ts';
import { animalById } from '../../projections/adoption/animals/query.ts';
import { type Caller, summaryOf } from '../http/caller.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type Form = RouteRequest<typeof createAdoption>['body'];

/** The response for a new animal, which the read model may not contain yet. */
const freshAdoption = (caller: Caller, id: string, form: Form, createdDate: string): AdoptionPost => {
  const { animal, ...about } = form;
  const { imageBase64: _, ...shown } = animal;
  return { id, status: 'AVAILABLE', ...about, createdDate, owner: summaryOf(caller), animal: shown };
};

/** Route that offers an animal. The adoption id is the command id, so that a repeated request finds it. */
export const createAdoptionRoute = (system: ApiSystem): AnyRoute =>
  route(createAdoption, ({ caller, body, command, confirm, once }) =>
    once(async (adoptionId) => {
      const { animal, ...about } = body;
      const { imageBase64, ...described } = animal;
      const context = command(adoptionId);
      const offer = { adoptionId, ownerId: caller.id, form: { ...described, ...about }, imageBase64 };
      const { events } = await confirm(await offerAnimal(system, offer, context));
      const known = events.length > 0 ? null : await animalById(system.pool, caller, adoptionId);
      return known?.post ?? freshAdoption(caller, adoptionId, body, context.occurredAt);
    }),
  );
