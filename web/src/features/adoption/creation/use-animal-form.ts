import {
  ADOPTION_DEFAULTS,
  type AdoptionForm,
  adoptionIncomplete,
  adoptionProblem,
} from '../../../../../contract/rules/adoption.ts';
import { useCreateAdoptionMutation } from '../../../api/adoption.ts';
import { useCreation } from '../../../shared/creation/use-creation.ts';

const PLACE = 'animal';
const EMPTY: AdoptionForm = {
  ...ADOPTION_DEFAULTS,
  name: '',
  breed: '',
  description: '',
  address: '',
};

/** State of the form; success redirects to the list of animals. */
export function useAnimalForm() {
  const [create, { isLoading }] = useCreateAdoptionMutation({ fixedCacheKey: PLACE });
  return useCreation({
    place: PLACE,
    empty: EMPTY,
    problemOf: adoptionProblem,
    incomplete: adoptionIncomplete,
    create: ({ description, address, vaccinated, sterilized, ...animal }, imageBase64, idempotencyKey) =>
      create({
        animal: { ...animal, imageBase64 },
        description,
        address,
        vaccinated,
        sterilized,
        idempotencyKey,
      }),
    sending: isLoading,
    done: 'adoption:created',
    leadsTo: () => '/adoptable-animals',
  });
}

/** Values of the form. */
export type AnimalDraft = ReturnType<typeof useAnimalForm>['draft'];
