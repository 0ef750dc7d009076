import { tabStorage } from '../../state/browser-storage.ts';

const getKey = (ownerId: string) => `contact:${ownerId}`;

/** Keeps the animal that a visitor contacts an owner about, until the visitor has logged in or registered. */
export function keepContactAnimal(ownerId: string, animalId: string): void {
  tabStorage.set(getKey(ownerId), animalId);
}

/** Returns and removes the animal kept for the chat with an owner, or null if there is none. */
export function takeContactAnimal(ownerId: string): string | null {
  const animalId = tabStorage.get(getKey(ownerId));
  tabStorage.remove(getKey(ownerId));
  return animalId;
}
