import type { AdoptionEvent } from '../../../domain/adoption/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { type Check, type Checkpoints, compareRows } from './check.ts';

const ANIMALS = 'SELECT id, owner_id AS owner, type, status FROM read.animals';

/** Which animals there are, whose they are, and whether they found a home, anew. */
export function animalsCheck(checkpoints: Checkpoints): Check {
  const until = checkpoints('animals');
  const animals = new Map<string, { owner: string; type: string; status: string }>();

  function count({ type, data }: AdoptionEvent): void {
    const { adoptionId: id } = data;
    const animal = animals.get(id);
    if (type === 'AnimalOffered')
      animals.set(id, { owner: data.ownerId, type: data.type, status: 'AVAILABLE' });
    if (type === 'AnimalAdopted' && animal) animal.status = 'ADOPTED';
    if (type === 'AdoptionRemoved') animals.delete(id);
  }

  return {
    until,
    types: ['AnimalOffered', 'AnimalAdopted', 'AdoptionRemoved'],
    take: (event) => {
      if (event.position <= until) count(event as DomainEvent as AdoptionEvent);
    },
    compare: (client) => compareRows(client, 'animal', ANIMALS, animals),
    checked: () => ({ animals: animals.size }),
  };
}
