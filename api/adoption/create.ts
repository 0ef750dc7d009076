import { adoptionDecider } from '../../domain/adoption/decide.ts';
import { animalById } from '../../projections/adoption/animals/query.ts';
import { type AdoptionPost, createAdoption } from '../contract/adoption.ts';
import { type Caller, summaryOf } from '../http/caller.ts';
import { rejected } from '../http/failure.ts';
import { type AnyRoute, type RouteRequest, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';

type Form = RouteRequest<typeof createAdoption>['body'];

/** An animal that nobody has seen yet. */
const freshAdoption = (caller: Caller, id: string, form: Form, createdDate: string): AdoptionPost => {
  const { animal, ...about } = form;
  const { imageBase64: _, ...shown } = animal;
  return { id, status: 'AVAILABLE', ...about, createdDate, owner: summaryOf(caller), animal: shown };
};

/**
 * Offering an animal. Its id is that of its command, so that a repeated request finds it again. The picture is kept
 * before the event that tells of it, so that no animal is ever without.
 */
export const createAdoptionRoute = (system: ApiSystem): AnyRoute =>
  route(createAdoption, ({ caller, body, command, visible, once }) =>
    once(async (adoptionId) => {
      const { pictures, privateData, handler, pool } = system;
      const { animal, ...about } = body;
      const { imageBase64, ...described } = animal;
      const picture = await pictures.shrink(imageBase64);
      const imageHash = await privateData.pictures.keep(adoptionId, caller.id, picture);
      const context = command(adoptionId);
      const form = { ...described, ...about };
      const offer = { type: 'OfferAnimal', adoptionId, ownerId: caller.id, form, imageHash } as const;
      const handled = await handler.handle(adoptionDecider, adoptionId, offer, context);
      if (!handled.accepted) {
        await privateData.pictures.forget(adoptionId);
        throw rejected(handled.rejection);
      }
      await visible(handled.position, 'animals');
      const known = handled.events.length > 0 ? null : await animalById(pool, caller, adoptionId);
      return known?.post ?? freshAdoption(caller, adoptionId, body, context.occurredAt);
    }),
  );
