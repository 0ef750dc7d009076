import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { cleanText } from '../../../../api/contract/rules.ts';
import { feedbackGiven } from '../../state/feedback.ts';
import { useFormDraft } from '../draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { useStillHere } from '../use-still-here.ts';

type Fields<Form> = Readonly<Record<keyof Form, string | number | boolean>>;

/** What a form holds beside its fields. */
interface Picture {
  /** A data URL of a JPEG. */
  readonly imageBase64: string | null;
}

export interface CreationOptions<Form, Made> {
  /** Where the fields are kept while they are not sent. */
  readonly place: string;
  /** What the form begins with. */
  readonly empty: Form;
  readonly problemOf: (form: Form) => string | null;
  /** What is said when something is missing, the picture too. */
  readonly mandatory: string;
  readonly create: (
    form: Form,
    imageBase64: string,
    key: string,
  ) => Promise<{ readonly data?: Made; readonly error?: unknown }>;
  /** Whether it is on its way, also since before this page was opened. */
  readonly sending: boolean;
  /** What is said when it is done. */
  readonly done: string;
  /** The page that shows what was made. */
  readonly leadsTo: (made: Made) => string;
}

const cleaned = <Form extends Fields<Form>>(form: Form): Form => {
  const fields = Object.entries<string | number | boolean>(form);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? cleanText(value) : value]),
  ) as Form;
};

/**
 * State of a form with a picture that creates something. While it is sent nothing can be changed, since all of it is
 * forgotten afterwards; whoever is still there is led to what was made.
 */
export function useCreation<Form extends Fields<Form>, Made>(options: CreationOptions<Form, Made>) {
  const { place, empty, problemOf, mandatory, create, sending, done: sentence, leadsTo } = options;
  const { form, change: keep, clear } = useFormDraft(place, empty);
  const [imageBase64, setPicture] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
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
    const found = problemOf(content) ?? (imageBase64 ? null : mandatory);
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
    dispatch(feedbackGiven('ok', sentence));
    if (isHere()) await navigate(leadsTo(data), { replace: true });
  };

  /** Whether the form was sent without it. */
  const isMissing = (field: keyof Form | 'imageBase64'): boolean =>
    problem === mandatory && cleanText(String(draft[field] ?? '')) === '';

  return { draft, change, changePicture, isMissing, send, problem, sending };
}
