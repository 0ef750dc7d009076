import {
  accept,
  type Decider,
  type Decision,
  forbid,
  notFound,
  nothingToDo,
  refuse,
} from '../kernel/decider.ts';
import { takeDownRefusal } from '../kernel/take-down.ts';
import type { AdoptionCommand, OfferAnimal, TakeDownAnimal } from './commands.ts';
import type { AdoptionEvent } from './events.ts';
import { adoptionProblem, missingAdoption } from './rules.ts';
import { type AdoptionState, evolve, noAdoption } from './state.ts';

const adoptionNotFound = notFound(missingAdoption.code, missingAdoption.message);

function offer(
  { adoptionId, ownerId, form, imageHash }: OfferAnimal,
  { status }: AdoptionState,
): Decision<AdoptionEvent> {
  if (status !== 'NONE') return nothingToDo;
  const problem = adoptionProblem(form);
  if (problem) return refuse('INVALID_ADOPTION', problem);
  return accept({ type: 'AnimalOffered', data: { adoptionId, ownerId, ...form, imageHash } });
}

type Existing = Exclude<AdoptionState, { status: 'NONE' }>;

function takeDown(
  { type, adoptionId, staffId }: TakeDownAnimal,
  { ownerId, isTakenDown }: Existing,
): Decision<AdoptionEvent> {
  const wanted = type === 'TakeDownAnimal' ? 'takenDown' : 'restored';
  const refusal = takeDownRefusal({ wanted, staffId }, { ownerId, isTakenDown });
  if (refusal) return refusal;
  return accept({
    type: wanted === 'takenDown' ? 'AnimalTakenDown' : 'AnimalRestored',
    data: { adoptionId, ownerId },
  });
}

function decide(command: AdoptionCommand, state: AdoptionState): Decision<AdoptionEvent> {
  if (command.type === 'OfferAnimal') return offer(command, state);
  if (state.status === 'NONE' || state.status === 'REMOVED') return adoptionNotFound;
  if ('staffId' in command) return takeDown(command, state);
  const { adoptionId, accountId } = command;
  const { ownerId } = state;
  if (accountId !== ownerId) return forbid('NOT_THE_OWNER', 'Only its owner can do this with an animal.');
  if (command.type === 'RemoveAdoption')
    return accept({ type: 'AdoptionRemoved', data: { adoptionId, ownerId } });
  if (state.isTakenDown)
    return refuse('TAKEN_DOWN', 'Staff have taken it down. It can only be deleted until they restore it.');
  return state.status === 'ADOPTED'
    ? refuse('ALREADY_ADOPTED', 'The animal has been adopted already.')
    : accept({ type: 'AnimalAdopted', data: { adoptionId, ownerId } });
}

/** The rules of an animal's adoption: offered once, adopted once and for good, removed for good; taken down and restored by staff. */
export const adoptionDecider: Decider<AdoptionState, AdoptionCommand, AdoptionEvent> = {
  category: 'adoption',
  initial: noAdoption,
  evolve,
  decide,
};
