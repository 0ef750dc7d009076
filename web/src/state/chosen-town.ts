import { measureDistance, type Town } from '../../../contract/rules/adoption.ts';
import { browserStorage } from './browser-storage.ts';

/** Key of the town that the reader searched by. It is never sent except as part of a search. */
const KEY = 'town';

/** Returns the town that the reader chose for the search of animals; null if there is none. */
export function loadChosenTown(): Town | null {
  try {
    const town = JSON.parse(browserStorage.get(KEY) ?? 'null') as Partial<Town> | null;
    return typeof town?.latitude === 'number' && typeof town.longitude === 'number' ? (town as Town) : null;
  } catch {
    return null;
  }
}

/** Stores the chosen town in this browser, or removes it. */
export function saveChosenTown(town: Town | null): void {
  if (town) browserStorage.set(KEY, JSON.stringify(town));
  else browserStorage.remove(KEY);
}

/** Returns the distance of a town from the chosen one in km; undefined without either. */
export function measureDistanceTo(town: Town | undefined): number | undefined {
  const chosenTown = town && loadChosenTown();
  return town && chosenTown ? measureDistance(chosenTown, town) : undefined;
}
