import { offerAnimal } from '../../application/adoption.ts';
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
import { pngOf } from './pictures.ts';

/** Age of the first offer; the others are spread up to now. */
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
    const offer = { adoptionId, ownerId, form, imageBase64: await pngOf(picture) };
    expectAccepted(await offerAnimal(system, offer, contextOf(self(ownerId), at, adoptionId)));
  }
  return animals.length;
}
