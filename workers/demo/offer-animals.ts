import { offerAnimal } from '../../application/adoption.ts';
import { animals } from './animals.ts';
import {
  type Accounts,
  createContext,
  createIdAt,
  DAY_MS,
  type DemoSystem,
  expectAccepted,
  getAccount,
  toActor,
} from './context.ts';
import { renderPng } from './pictures.ts';

/** Age of the first offer. The others are spread evenly between then and now. */
const OLDEST_OFFER_AGE_MS = 6 * DAY_MS;

/** Offers the demo animals for adoption. Returns their number. */
export async function offerDemoAnimals(system: DemoSystem, accounts: Accounts, now: number): Promise<number> {
  for (const [i, { ownerUsername, picture, ...form }] of animals.entries()) {
    const at = Math.round(now - OLDEST_OFFER_AGE_MS * (1 - i / animals.length));
    const adoptionId = createIdAt(at);
    const ownerId = getAccount(accounts, ownerUsername);
    const offer = { adoptionId, ownerId, form, imageBase64: await renderPng(picture) };
    expectAccepted(await offerAnimal(system, offer, createContext(toActor(ownerId), at, adoptionId)));
  }
  return animals.length;
}
