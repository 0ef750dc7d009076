import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { Problem, Rule } from '../../../../contract/problems.ts';
import { cleanText } from '../../../../contract/rules/text.ts';
import { i18n, type TextKey } from '../../i18n/index.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import { useFormDraft } from '../draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { useStillHere } from '../use-still-here.ts';

type Fields<Form> = Readonly<Record<keyof Form, string | number | boolean>>;

/** Form state besides the fields. */
interface Picture {
  /** Data URL of a JPEG. */
  readonly imageBase64: string | null;
}

export interface CreationOptions<Form, Made> {
  /** Draft key of the form. */
  readonly place: string;
  /** Initial values. */
  readonly empty: Form;
  readonly problemOf: Rule<Form>;
  /** Error for an empty field or a missing picture. */
  readonly incomplete: Problem;
  readonly create: (
    form: Form,
    imageBase64: string,
    key: string,
  ) => Promise<{ readonly data?: Made; readonly error?: unknown }>;
  /** Whether a request is in flight, including one started before this page was opened. */
  readonly sending: boolean;
  /** Text shown on success. */
  readonly done: TextKey;
  /** Path of the page that shows the result. */
  readonly leadsTo: (made: Made) => string;
}

const cleaned = <Form extends Fields<Form>>(form: Form): Form => {
  const fields = Object.entries<string | number | boolean>(form);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? cleanText(value) : value]),
  ) as Form;
};

/**
 * State of a form with a picture that creates something. The fields are locked while it is sent, because all
 * of them are cleared afterwards. If the page is still open, it redirects to the result.
 */
export function useCreation<Form extends Fields<Form>, Made>(options: CreationOptions<Form, Made>) {
  const { place, empty, problemOf, incomplete, create, sending, done: doneText, leadsTo } = options;
  const { form, change: keep, clear } = useFormDraft(place, empty);
  const [imageBase64, setPicture] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { keyFor, done } = useIdempotencyKey(place);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const isHere = useStillHere();
  const draft: Form & Picture = { ...form, imageBase64 };

  const change = (part: Partial<Form>) => {
    if (sending) return;
    keep(part);
    setProblem(null);
  };

  const changePicture = (picture: string) => {
    if (sending) return;
    setPicture(picture);
    setProblem(null);
  };

  const send = async () => {
    if (sending) return;
    const content = cleaned(form);
    const found = problemOf(content) ?? (imageBase64 ? null : incomplete);
    setProblem(found);
    if (found || !imageBase64) return;
    const { data, error } = await create(
      content,
      imageBase64,
      keyFor(JSON.stringify([content, imageBase64])),
    );
    done(error);
    if (!data) return;
    clear();
    dispatch(feedbackGiven('ok', i18n.t(doneText)));
    if (isHere()) await navigate(leadsTo(data), { replace: true });
  };

  /** Whether the form was submitted without the field. */
  const isMissing = (field: keyof Form | 'imageBase64'): boolean =>
    problem === incomplete && cleanText(String(draft[field] ?? '')) === '';

  return { draft, change, changePicture, isMissing, send, problem, sending };
}
