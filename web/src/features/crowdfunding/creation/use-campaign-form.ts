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

const EMPTY: CampaignDraft = {
  title: '',
  description: '',
  goalAmount: GOAL_DEFAULT,
  durationDays: DURATION_DEFAULT,
  imageBase64: null,
};

const cleaned = (draft: CampaignDraft): CampaignDraft => ({
  ...draft,
  title: cleanText(draft.title),
  description: cleanText(draft.description),
});

/** State of the form; sending leads to the campaign that was made. */
export function useCampaignForm() {
  const [draft, setDraft] = useState(EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const [create, { isLoading }] = useCreateCrowdfundingMutation();
  const { keyFor, done } = useIdempotencyKey();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const change = (part: Partial<CampaignDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setProblem(null);
  };

  const send = async () => {
    if (isLoading) return;
    const { imageBase64, ...form } = cleaned(draft);
    const found = crowdfundingProblem(form) ?? (imageBase64 ? null : MANDATORY);
    setProblem(found);
    if (found || !imageBase64) return;
    const content = { ...form, imageBase64 };
    const { data } = await create({ ...content, key: keyFor(JSON.stringify(content)) });
    if (!data) return;
    done();
    dispatch(feedbackGiven('ok', 'Crowdfunding successfully created.'));
    await navigate(`/crowdfundings/${data.id}`, { replace: true });
  };

  /** Whether the form was sent without it. */
  const isMissing = (field: 'title' | 'description' | 'imageBase64'): boolean =>
    problem === MANDATORY && cleanText(draft[field] ?? '') === '';

  return { draft, change, isMissing, send, problem, sending: isLoading };
}
