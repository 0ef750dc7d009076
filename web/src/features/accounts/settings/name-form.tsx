import { type SyntheticEvent, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { Problem } from '../../../../../contract/problems.ts';
import { cleanText } from '../../../../../contract/rules/text.ts';
import { getApiFailure } from '../../../api/failure.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { feedbackAdded } from '../../../state/feedback.ts';
import { Button, Card, keepFocus, TextField } from '../../../ui/index.ts';
import { type NameKind, validateNewName } from './name-rules.ts';
import styles from './settings.module.css';

interface NameFormProps {
  readonly kind: NameKind;
  readonly title: string;
  readonly hint: string;
  readonly autoComplete: string;
  readonly current: string;
  /** Saves the name; `error` is undefined on success. */
  readonly onSave: (name: string) => Promise<{ readonly error?: unknown }>;
}

/** The typed name. While it equals the current name, it follows changes from another tab. */
function useNameInput(current: string) {
  const [typed, setTyped] = useState({ text: current, current });
  if (typed.current !== current)
    setTyped({ text: typed.text === typed.current ? current : typed.text, current });
  const type = (text: string) => setTyped({ text, current });
  /** Applies the server's normalization, unless the text has changed since it was sent. */
  const applyNormalization = (sent: string) =>
    setTyped((now) => (now.text === sent ? { ...now, text: cleanText(sent) } : now));
  return { typed: typed.text, type, applyNormalization };
}

/** Form for one of the profile's names. */
export function NameForm({ kind, title, hint, autoComplete, current, onSave }: NameFormProps) {
  const { t } = useTranslation('accounts');
  const { typed, type, applyNormalization } = useNameInput(current);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const dispatch = useDispatch();

  const refuse = (nameProblem: Problem) => {
    setProblem(nameProblem);
    input.current?.focus();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const wrong = validateNewName(kind, typed, current);
    if (wrong) return refuse(wrong);
    setProblem(null);
    setIsSaving(true);
    const { error } = await onSave(typed);
    setIsSaving(false);
    if (!error) applyNormalization(typed);
    const failure = getApiFailure(error);
    if (failure?.status === 400) refuse(failure);
    else if (failure && failure.status !== 401) dispatch(feedbackAdded('bad', failure));
  };

  const change = (text: string) => {
    type(text);
    if (problem) setProblem(validateNewName(kind, text, current));
  };

  const leave = () => {
    if (cleanText(typed) !== current) setProblem(validateNewName(kind, typed, current));
  };

  return (
    <Card>
      <form className={styles.name} onSubmit={submit} noValidate>
        <TextField
          ref={input}
          label={title}
          hint={hint}
          name={kind}
          autoComplete={autoComplete}
          spellCheck={false}
          required
          value={typed}
          error={problem}
          onChange={({ target }) => change(target.value)}
          onBlur={leave}
        />
        <Button type="submit" busy={isSaving} onMouseDown={keepFocus}>
          {t('settings.save')}
          <span className="visually-hidden">{title.toLowerCase()}</span>
        </Button>
      </form>
    </Card>
  );
}
