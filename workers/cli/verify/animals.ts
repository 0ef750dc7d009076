import type { AdoptionEvent } from '../../../domain/adoption/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';

const ANIMALS = `
  SELECT id, owner_id AS owner, type, status, taken_down_reason AS "takenDown" FROM read.animals`;

/** Creates a check that recomputes the animals with their owner, adoption and take-down state. */
export function createAnimalsCheck(getCheckpoint: GetCheckpoint): Check {
  const until = getCheckpoint('animals');
  const animals = new Map<
    string,
    { owner: string; type: string; status: string; takenDown: string | null }
  >();

  function countEvent({ type, data, metadata }: RecordedEvent & AdoptionEvent): void {
    const { adoptionId: id } = data;
    const animal = animals.get(id);
    if (type === 'AnimalOffered')
      animals.set(id, { owner: data.ownerId, type: data.type, status: 'AVAILABLE', takenDown: null });
    if (type === 'AnimalAdopted' && animal) animal.status = 'ADOPTED';
    if (type === 'AnimalTakenDown' && animal) animal.takenDown = metadata.reason ?? '';
    if (type === 'AnimalRestored' && animal) animal.takenDown = null;
    if (type === 'AdoptionRemoved') animals.delete(id);
  }

  return {
    until,
    types: ['AnimalOffered', 'AnimalAdopted', 'AdoptionRemoved', 'AnimalTakenDown', 'AnimalRestored'],
    selects: [ANIMALS],
    processEvent: (event) => {
      if (event.position <= until) countEvent(event as RecordedEvent & AdoptionEvent);
    },
    compare: (readRows) => compareRows(readRows, 'animals', 'animal', ANIMALS, animals),
    countChecked: () => ({ animals: animals.size }),
  };
}
