import {
  accept,
  type Decider,
  type Decision,
  forbid,
  noEvents,
  notFound,
  refuse,
} from '../kernel/decider.ts';
import { checkTakeDown } from '../kernel/take-down.ts';
import { formatTown } from '../kernel/town.ts';
import type { AdoptionCommand, OfferAnimal, TakeDownAnimal } from './commands.ts';
import type { AdoptionEvent } from './events.ts';
import { alreadyAdopted, checkAdoptionForm, missingAdoption, notTheOwner, takenDown } from './rules.ts';
import { type AdoptionState, evolve, INITIAL_ADOPTION } from './state.ts';

const adoptionNotFound = notFound(missingAdoption);

function offerAnimal(
  { type: _, form, ...offer }: OfferAnimal,
  { status }: AdoptionState,
): Decision<AdoptionEvent> {
  if (status !== 'NONE') return noEvents;
  const problem = checkAdoptionForm(form);
  if (problem) return refuse(problem);
  const { town, ...fields } = form;
  return accept({
    type: 'AnimalOffered',
    data: { ...offer, ...fields, town: formatTown(town) },
  });
}

type ExistingAnimal = Exclude<AdoptionState, { status: 'NONE' }>;

function takeDownAnimal(
  { type, adoptionId, staffId }: TakeDownAnimal,
  { ownerId, isTakenDown }: ExistingAnimal,
): Decision<AdoptionEvent> {
  const targetState = type === 'TakeDownAnimal' ? 'takenDown' : 'restored';
  const refusal = checkTakeDown({ targetState, staffId }, { ownerId, isTakenDown });
  if (refusal) return refusal;
  return accept({
    type: targetState === 'takenDown' ? 'AnimalTakenDown' : 'AnimalRestored',
    data: { adoptionId, ownerId },
  });
}

function decide(command: AdoptionCommand, state: AdoptionState): Decision<AdoptionEvent> {
  if (command.type === 'OfferAnimal') return offerAnimal(command, state);
  if (state.status === 'NONE' || state.status === 'REMOVED') return adoptionNotFound;
  if ('staffId' in command) return takeDownAnimal(command, state);
  const { adoptionId, accountId } = command;
  const { ownerId } = state;
  if (accountId !== ownerId) return forbid(notTheOwner);
  if (command.type === 'RemoveAdoption')
    return accept({ type: 'AdoptionRemoved', data: { adoptionId, ownerId } });
  if (state.isTakenDown) return refuse(takenDown);
  return state.status === 'ADOPTED'
    ? refuse(alreadyAdopted)
    : accept({ type: 'AnimalAdopted', data: { adoptionId, ownerId } });
}

/** Decider for adoptions. Adoption and removal are final; a take-down by staff can be reversed. */
export const adoptionDecider: Decider<AdoptionState, AdoptionCommand, AdoptionEvent> = {
  category: 'adoption',
  initial: INITIAL_ADOPTION,
  evolve,
  decide,
};
