import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import {
  ADOPTION_DEFAULTS,
  ADOPTION_MANDATORY,
  type AdoptionForm,
  adoptionProblem,
  cleanText,
} from '../../../../../api/contract/rules.ts';
import { useCreateAdoptionMutation } from '../../../api/adoption.ts';
import { useFormDraft } from '../../../shared/draft.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { feedbackGiven } from '../../../state/feedback.ts';

/** What the form of an animal holds. */
export interface AnimalDraft extends AdoptionForm {
  /** A data URL of a JPEG. */
  readonly imageBase64: string | null;
}

type Needed = 'name' | 'breed' | 'description' | 'address' | 'imageBase64';

const EMPTY: AdoptionForm = {
  ...ADOPTION_DEFAULTS,
  name: '',
  breed: '',
  description: '',
  address: '',
};

/** State of the form; sending leads to the list of animals. */
export function useAnimalForm() {
  const { form: kept, change: keep, clear } = useFormDraft('animal', EMPTY);
  const [picture, setPicture] = useState<string | null>(null);
  const draft: AnimalDraft = { ...kept, imageBase64: picture };
  const [problem, setProblem] = useState<string | null>(null);
  const [create, { isLoading }] = useCreateAdoptionMutation();
  const { keyFor, done } = useIdempotencyKey();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const change = ({ imageBase64, ...part }: Partial<AnimalDraft>) => {
    if (imageBase64 === undefined) keep(part);
    else setPicture(imageBase64);
    setProblem(null);
  };

  const send = async () => {
    if (isLoading) return;
    const { imageBase64, ...rest } = draft;
    const form: AdoptionForm = {
      ...rest,
      name: cleanText(rest.name),
      breed: cleanText(rest.breed),
      description: cleanText(rest.description),
      address: cleanText(rest.address),
    };
    const found = adoptionProblem(form) ?? (imageBase64 ? null : ADOPTION_MANDATORY);
    setProblem(found);
    if (found || !imageBase64) return;
    const content = { form, imageBase64 };
    const { data, error } = await create({ ...content, key: keyFor(JSON.stringify(content)) });
    done(error);
    if (!data) return;
    clear();
    dispatch(feedbackGiven('ok', 'Adoption created correctly.'));
    await navigate('/adoptable-animals', { replace: true });
  };

  /** Whether the form was sent without it. */
  const isMissing = (field: Needed): boolean =>
    problem === ADOPTION_MANDATORY && cleanText(draft[field] ?? '') === '';

  return { draft, change, isMissing, send, problem, sending: isLoading };
}
