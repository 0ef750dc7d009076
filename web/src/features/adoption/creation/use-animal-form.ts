import {
  ADOPTION_DEFAULTS,
  type AdoptionForm,
  adoptionIncomplete,
  checkAdoptionForm,
  type Town,
} from '../../../../../contract/rules/adoption.ts';
import { useCreateAdoptionMutation } from '../../../api/adoption-writes.ts';
import { useCreation } from '../../../shared/creation/use-creation.ts';

const DRAFT_KEY = 'animal';

type AnimalForm = Omit<AdoptionForm, 'town'> & { readonly town: Town | null };

const EMPTY_FORM: AnimalForm = {
  ...ADOPTION_DEFAULTS,
  name: '',
  breed: '',
  description: '',
  address: '',
  town: null,
};

/** Manages the form state. On success, redirects to the animal list. */
export function useAnimalForm() {
  const [create, { isLoading }] = useCreateAdoptionMutation({ fixedCacheKey: DRAFT_KEY });
  return useCreation({
    draftKey: DRAFT_KEY,
    empty: EMPTY_FORM,
    validate: checkAdoptionForm,
    incompleteProblem: adoptionIncomplete,
    create: ({ description, address, town, vaccinated, sterilized, ...animal }, picture, idempotencyKey) =>
      create({
        animal: { ...animal, ...picture },
        description,
        address,
        town: town?.id,
        vaccinated,
        sterilized,
        idempotencyKey,
      }),
    isSending: isLoading,
    successText: 'adoption:created',
    getResultPath: () => '/adoptable-animals',
  });
}
