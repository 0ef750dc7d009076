import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import {
  cleanText,
  crowdfundingProblem,
  DURATION_DEFAULT,
  GOAL_DEFAULT,
  MANDATORY,
} from '../../../../../api/contract/rules.ts';
import { useCreateCrowdfundingMutation } from '../../../api/crowdfunding.ts';
import { useFormDraft } from '../../../shared/draft.ts';
import { useIdempotencyKey } from '../../../shared/use-idempotency-key.ts';
import { feedbackGiven } from '../../../state/feedback.ts';

/** What the form of a new campaign holds. */
export interface CampaignDraft {
  readonly title: string;
  readonly description: string;
  readonly goalAmount: number;
  readonly durationDays: number;
  /** A data URL of a JPEG. */
  readonly imageBase64: string | null;
}

const EMPTY: Omit<CampaignDraft, 'imageBase64'> = {
  title: '',
  description: '',
  goalAmount: GOAL_DEFAULT,
  durationDays: DURATION_DEFAULT,
};

const cleaned = (draft: CampaignDraft): CampaignDraft => ({
  ...draft,
  title: cleanText(draft.title),
  description: cleanText(draft.description),
});

/** State of the form; sending leads to the campaign that was made. */
export function useCampaignForm() {
  const { form: kept, change: keep, clear } = useFormDraft('campaign', EMPTY);
  const [picture, setPicture] = useState<string | null>(null);
  const draft: CampaignDraft = { ...kept, imageBase64: picture };
  const [problem, setProblem] = useState<string | null>(null);
  const [create, { isLoading }] = useCreateCrowdfundingMutation();
  const { keyFor, done } = useIdempotencyKey();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const change = ({ imageBase64, ...part }: Partial<CampaignDraft>) => {
    if (imageBase64 === undefined) keep(part);
    else setPicture(imageBase64);
    setProblem(null);
  };

  const send = async () => {
    if (isLoading) return;
    const { imageBase64, ...form } = cleaned(draft);
    const found = crowdfundingProblem(form) ?? (imageBase64 ? null : MANDATORY);
    setProblem(found);
    if (found || !imageBase64) return;
    const content = { ...form, imageBase64 };
    const { data, error } = await create({ ...content, key: keyFor(JSON.stringify(content)) });
    done(error);
    if (!data) return;
    clear();
    dispatch(feedbackGiven('ok', 'Crowdfunding successfully created.'));
    await navigate(`/crowdfundings/${data.id}`, { replace: true });
  };

  /** Whether the form was sent without it. */
  const isMissing = (field: 'title' | 'description' | 'imageBase64'): boolean =>
    problem === MANDATORY && cleanText(draft[field] ?? '') === '';

  return { draft, change, isMissing, send, problem, sending: isLoading };
}
