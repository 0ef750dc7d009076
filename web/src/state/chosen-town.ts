import { measureDistance, type Town } from '../../../contract/rules/adoption.ts';
import { browserStorage } from './browser-storage.ts';

/** Storage key for the town near which the user searched. The town is sent only as part of a search. */
const KEY = 'town';

/** Returns the town that the user selected for animal searches, or null if there is none. */
export function loadChosenTown(): Town | null {
  try {
    const town = JSON.parse(browserStorage.get(KEY) ?? 'null') as Partial<Town> | null;
    return typeof town?.latitude === 'number' && typeof town.longitude === 'number' ? (town as Town) : null;
  } catch {
    return null;
  }
}

/** Stores the selected town in this browser, or removes it. */
export function saveChosenTown(town: Town | null): void {
  if (town) browserStorage.set(KEY, JSON.stringify(town));
  else browserStorage.remove(KEY);
}

/** Returns the distance in km between a town and the selected town, or undefined if either is missing. */
export function measureDistanceTo(town: Town | undefined): number | undefined {
  const chosenTown = town && loadChosenTown();
  return town && chosenTown ? measureDistance(chosenTown, town) : undefined;
}
