import {
  accept,
  type Decider,
  type Decision,
  forbid,
  noEvents,
  notFound,
  refuse,
} from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import { createFieldPicker } from '../kernel/field-picker.ts';
import { checkTakeDown } from '../kernel/take-down.ts';
import { formatTown } from '../kernel/town.ts';
import type { AdoptionCommand } from './commands.ts';
import type { AdoptionEvent, AnimalOffered } from './events.ts';
import { adoptionNotFound, alreadyAdopted, checkAdoptionForm, notTheOwner, takenDown } from './rules.ts';
import { type AdoptionState, evolve, INITIAL_ADOPTION } from './state.ts';

const pickOffer = createFieldPicker<AnimalOffered['data']>({
  adoptionId: true,
  ownerId: true,
  imageHash: true,
  image: true,
  name: true,
  type: true,
  breed: true,
  age: true,
  sex: true,
  description: true,
  address: true,
  vaccinated: true,
  sterilized: true,
  town: true,
});

function offerAnimal(
  { form, ...offer }: OfType<AdoptionCommand, 'OfferAnimal'>,
  { status }: AdoptionState,
): Decision<AdoptionEvent> {
  if (status !== 'NONE') return noEvents;
  const problem = checkAdoptionForm(form);
  if (problem) return refuse(problem);
  const data = pickOffer({ ...offer, ...form, town: formatTown(form.town) });
  return accept({ type: 'AnimalOffered', data });
}

function decide(command: AdoptionCommand, state: AdoptionState): Decision<AdoptionEvent> {
  if (command.type === 'OfferAnimal') return offerAnimal(command, state);
  if (state.status === 'NONE' || state.status === 'REMOVED') return notFound(adoptionNotFound);
  const { ownerId } = state;
  const data = { adoptionId: command.adoptionId, ownerId };
  if (command.type === 'TakeDownAnimal')
    return checkTakeDown('take-down', command.staffId, state) ?? accept({ type: 'AnimalTakenDown', data });
  if (command.type === 'RestoreAnimal')
    return checkTakeDown('restore', command.staffId, state) ?? accept({ type: 'AnimalRestored', data });
  if (command.accountId !== ownerId) return forbid(notTheOwner);
  if (command.type === 'RemoveAdoption') return accept({ type: 'AdoptionRemoved', data });
  if (state.isTakenDown) return refuse(takenDown);
  return state.status === 'ADOPTED' ? refuse(alreadyAdopted) : accept({ type: 'AnimalAdopted', data });
}

/** Decider for adoptions. Adoption and removal are final; a take-down by staff can be reversed. */
export const adoptionDecider: Decider<AdoptionState, AdoptionCommand, AdoptionEvent> = {
  category: 'adoption',
  initial: INITIAL_ADOPTION,
  evolve,
  decide,
};
