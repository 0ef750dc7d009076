import { type ChangeEvent, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { Problem, Rule } from '../../../../contract/problems.ts';
import { cleanText } from '../../../../contract/rules/text.ts';
import { i18n, type TextKey } from '../../i18n/index.ts';
import { feedbackAdded } from '../../state/feedback.ts';
import { useFormDraft } from '../draft.ts';
import { limitFieldText } from '../limit-field-text.ts';
import { type ChosenPicture, type PictureFields, toPictureFields } from '../picture/chosen-picture.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { useIsMounted } from '../use-is-mounted.ts';

type Value = string | number | boolean | object | null;
type Fields<Form> = Readonly<Record<keyof Form, Value>>;
type TextName<Form> = { [Name in keyof Form]: string extends Form[Name] ? Name : never }[keyof Form];

interface CreationOptions<Form, Made> {
  readonly draftKey: string;
  /** Initial values. */
  readonly empty: Form;
  readonly validate: Rule<Form>;
  /** Error for an empty field or a missing picture. */
  readonly incompleteProblem: Problem;
  readonly create: (
    form: Form,
    picture: PictureFields,
    key: string,
  ) => Promise<{ readonly data?: Made; readonly error?: unknown }>;
  /** Whether a request is in flight, including one started before this page was opened. */
  readonly isSending: boolean;
  readonly successText: TextKey;
  readonly getResultPath: (created: Made) => string;
}

const cleanFields = <Form extends Fields<Form>>(form: Form): Form => {
  const fields = Object.entries<Value>(form);
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? cleanText(value) : value]),
  ) as Form;
};

/** Manages a form that creates an item with a picture. Locks its fields during the request, which clears them. */
export function useCreation<Form extends Fields<Form>, Made>(options: CreationOptions<Form, Made>) {
  const { draftKey, empty, validate, incompleteProblem, create, isSending } = options;
  const { form, change: keep, clear } = useFormDraft(draftKey, empty);
  const [picture, setPicture] = useState<ChosenPicture | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { getKey, done } = useIdempotencyKey(draftKey);
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const draft = { ...form, picture };

  const change = (part: Partial<Form>) => {
    if (isSending) return;
    keep(part);
    setProblem(null);
  };

  const changePicture = (newPicture: ChosenPicture) => {
    if (isSending) return;
    setPicture(newPicture);
    setProblem(null);
  };

  const send = async () => {
    if (isSending) return;
    const content = cleanFields(form);
    const formProblem = validate(content) ?? (picture ? null : incompleteProblem);
    setProblem(formProblem);
    if (formProblem || !picture) return;
    const pictureFields = toPictureFields(picture);
    const key = getKey(JSON.stringify([content, pictureFields]));
    const { data, error } = await create(content, pictureFields, key);
    done(error);
    if (!data) return;
    clear();
    dispatch(feedbackAdded('ok', i18n.t(options.successText)));
    if (isMounted()) await navigate(options.getResultPath(data), { replace: true });
  };

  /** Returns whether the form was submitted without the field. */
  const isMissing = (field: keyof Form | 'picture'): boolean =>
    problem === incompleteProblem && cleanText(String(draft[field] ?? '')) === '';

  /** Returns the props of the field for a text of at most `limit` characters. */
  const getTextProps = (field: TextName<Form>, limit: number) => ({
    value: String(form[field]),
    readOnly: isSending,
    invalid: isMissing(field),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: limitFieldText(target, limit) } as unknown as Partial<Form>),
  });

  return { draft, change, changePicture, getTextProps, isMissing, send, problem, isSending };
}
