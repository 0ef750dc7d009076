import { adoptionDecider } from '../../domain/adoption/decide.ts';
import {
  type Accounts,
  accountOf,
  contextOf,
  DAY,
  type DemoSystem,
  expectAccepted,
  idAt,
  self,
} from './acting.ts';
import { animals } from './animals.ts';
import { sendPicture } from './pictures.ts';

/** How long ago the first animal was offered; the others follow, spread up to now. */
const BEGAN_MS = 6 * DAY;

/**
 * Offers the animals for adoption.
 * @returns their number
 */
export async function offerAnimals(system: DemoSystem, accounts: Accounts, now: number): Promise<number> {
  for (const [i, { by, picture, ...form }] of animals.entries()) {
    const at = Math.round(now - BEGAN_MS * (1 - i / animals.length));
    const adoptionId = idAt(at);
    const ownerId = accountOf(accounts, by);
    const imageHash = await sendPicture(system, adoptionId, ownerId, picture);
    const offer = { type: 'OfferAnimal', adoptionId, ownerId, form, imageHash } as const;
    const context = contextOf(self(ownerId), at, adoptionId);
    expectAccepted(await system.handler.handle(adoptionDecider, adoptionId, offer, context));
  }
  return animals.length;
}
