import { type FormEvent, useState } from 'react';
import {
  cleanText,
  codePoints,
  REPORT_CATEGORIES,
  REPORT_TEXT_LIMIT,
  reportProblem,
} from '../../../../api/contract/rules.ts';
import { failureOf } from '../../api/failure.ts';
import { type ReportCategory, type SubjectKind, useReportMutation } from '../../api/reports.ts';
import { tell, useTranslation } from '../../i18n/index.ts';
import { Button, Select, TextArea } from '../../ui/index.ts';
import { useDraft } from '../draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { useTold } from '../use-told.ts';
import styles from './report.module.css';

export interface ReportFormProps {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly onClose: () => void;
}

/** Asks what is wrong, and sends it. What was written stays until it is sent, also when the dialog is closed. */
export function ReportForm({ kind, id, onClose }: ReportFormProps) {
  const { t } = useTranslation(['reports', 'ui']);
  const [category, setCategory] = useState<ReportCategory>('SPAM');
  const place = `report:${kind}:${id}`;
  const [words, setWords] = useDraft(place);
  const [shown, setShown] = useState(false);
  const [report, { isLoading, error }] = useReportMutation();
  const { keyFor, done } = useIdempotencyKey(place);
  const told = useTold();
  const text = cleanText(words);
  const problem = reportProblem(category, text);
  const failure = failureOf(error);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setShown(true);
    if (problem || isLoading) return;
    const form = { kind, id, category, text };
    const answer = await report({ form, key: keyFor(JSON.stringify(form)) });
    done(answer.error);
    if (!answer.data) return;
    setWords('');
    told(answer.error, answer.data.message);
    onClose();
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p>{t('dialog.hint')}</p>
      <Select
        label={t('dialog.category')}
        autoFocus
        value={category}
        onChange={(event) => setCategory(event.target.value as ReportCategory)}
      >
        {REPORT_CATEGORIES.map((name) => (
          <option key={name} value={name}>
            {t(`categories.${name}`)}
          </option>
        ))}
      </Select>
      <TextArea
        label={t(category === 'OTHER' ? 'dialog.text' : 'dialog.optionalText')}
        value={words}
        readOnly={isLoading}
        onChange={(event) => setWords(event.target.value)}
        error={shown ? problem : null}
        counter={`${codePoints(text)} / ${REPORT_TEXT_LIMIT}`}
      />
      {failure && !isLoading && (
        <p className={styles.failure} role="alert">
          {tell(failure.message)}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" busy={isLoading}>
          {t('dialog.send')}
        </Button>
      </div>
    </form>
  );
}
