import { type SyntheticEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Problem } from '../../../../../contract/problems.ts';
import { cleanText, countCodePoints } from '../../../../../contract/rules/text.ts';
import type { SessionUser } from '../../../../../contract/shapes.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { limitFieldText } from '../../../shared/limit-field-text.ts';
import { useBusyAction } from '../../../shared/use-busy-action.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, Card, keepFocus, TextArea, TextField } from '../../../ui/index.ts';
import { PROFILE_TEXT_RULES, type ProfileText, validateProfileText } from './profile-text-rules.ts';
import styles from './settings.module.css';
import { useProfileChanges } from './use-profile-changes.ts';

interface ProfileTextFormProps {
  readonly kind: ProfileText;
  readonly user: SessionUser;
}

/** Manages the text in an input. While the text is unedited, it follows changes from other tabs. */
function useTextInput(current: string) {
  const [typed, setTyped] = useState({ text: current, current });
  if (typed.current !== current)
    setTyped({ text: typed.text === typed.current ? current : typed.text, current });
  const type = (text: string) => setTyped({ text, current });
  /** Applies the server's normalization, unless the text has changed since the request was sent. */
  const applyNormalization = (sent: string, stored: string) =>
    setTyped((now) => (now.text === sent ? { ...now, text: stored } : now));
  return { typed: typed.text, type, applyNormalization };
}

/** Form for one profile text. */
export function ProfileTextForm({ kind, user }: ProfileTextFormProps) {
  const { t } = useTranslation('accounts', 'ui');
  const { limit, isRequired, autoComplete } = PROFILE_TEXT_RULES[kind];
  const [current, title] = [user[kind], t(`settings.${kind}`)];
  const { typed, type, applyNormalization } = useTextInput(current);
  const save = useProfileChanges();
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const dispatch = useDispatch();

  const refuse = (textProblem: Problem) => {
    setProblem(textProblem);
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  };

  const [submit, isSaving] = useBusyAction(async () => {
    const inputProblem = validateProfileText(kind, typed, current);
    if (inputProblem) return refuse(inputProblem);
    setProblem(null);
    const { data, error } = await save(kind, typed);
    if (data) applyNormalization(typed, data[kind]);
    const failure = getApiFailure(error);
    if (failure?.status === 400) refuse(failure);
    else if (failure && failure.status !== 401) dispatch(feedbackAdded('bad', failure));
  });

  const submitForm = (event: SyntheticEvent) => {
    event.preventDefault();
    void submit();
  };

  const change = (text: string) => {
    type(text);
    if (problem) setProblem(validateProfileText(kind, text, current));
  };

  const leave = () => {
    if (cleanText(typed) !== current) setProblem(validateProfileText(kind, typed, current));
  };

  const field = {
    label: title,
    hint: t(`settings.${kind}Hint`),
    name: kind,
    value: typed,
    error: problem,
    onBlur: leave,
  };

  return (
    <Card>
      <form ref={form} className={styles.name} onSubmit={submitForm} noValidate>
        {limit === undefined ? (
          <TextField
            {...field}
            type={kind === 'website' ? 'url' : 'text'}
            autoComplete={autoComplete}
            spellCheck={false}
            required={isRequired}
            onChange={({ target }) => change(target.value)}
          />
        ) : (
          <TextArea
            {...field}
            rows={3}
            counter={`${countCodePoints(typed)} / ${limit}`}
            onChange={({ target }) => change(limitFieldText(target, limit))}
          />
        )}
        <Button type="submit" busy={isSaving} onMouseDown={keepFocus}>
          {t('ui:save')}
          <span className="visually-hidden">{title.toLowerCase()}</span>
        </Button>
      </form>
    </Card>
  );
}
