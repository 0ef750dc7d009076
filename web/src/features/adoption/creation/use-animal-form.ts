import {
  ADOPTION_DEFAULTS,
  ADOPTION_MANDATORY,
  type AdoptionForm,
  adoptionProblem,
} from '../../../../../api/contract/rules.ts';
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

/** State of the form; sending leads to the list of animals. */
export function useAnimalForm() {
  const [create, { isLoading }] = useCreateAdoptionMutation({ fixedCacheKey: PLACE });
  return useCreation({
    place: PLACE,
    empty: EMPTY,
    problemOf: adoptionProblem,
    mandatory: ADOPTION_MANDATORY,
    create: (form, imageBase64, key) => create({ form, imageBase64, key }),
    sending: isLoading,
    done: 'Adoption created correctly.',
    leadsTo: () => '/adoptable-animals',
  });
}

/** What the form of an animal holds. */
export type AnimalDraft = ReturnType<typeof useAnimalForm>['draft'];
