import { type FormEvent, useState } from 'react';
import type { ReportCase } from '../../../../contract/reports.ts';
import { checkReport, REPORT_CATEGORIES, REPORT_TEXT_LIMIT } from '../../../../contract/rules/moderation.ts';
import { cleanText, countCodePoints } from '../../../../contract/rules/text.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useReportMutation } from '../../api/moderation.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Dialog, ErrorText, Select, TextArea } from '../../ui/index.ts';
import { useDraft } from '../draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { useResultToast } from '../use-result-toast.ts';
import styles from './report.module.css';

/** Kinds of content that can be reported. */
export type SubjectKind = ReportCase['subject']['kind'];
type ReportCategory = (typeof REPORT_CATEGORIES)[number];

interface ReportDialogProps {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly onClose: () => void;
}

/** Form for a report. The text is kept as a draft until it is sent, even if the dialog is closed. */
function ReportForm({ kind, id, onClose }: ReportDialogProps) {
  const { t } = useTranslation('reports', 'shared', 'ui');
  const [category, setCategory] = useState<ReportCategory>('SPAM');
  const draftKey = `report:${kind}:${id}`;
  const [typedText, setTypedText] = useDraft(draftKey);
  const [areProblemsShown, setProblemsShown] = useState(false);
  const [report, { isLoading, error }] = useReportMutation();
  const { getKey, done } = useIdempotencyKey(draftKey);
  const showResult = useResultToast();
  const text = cleanText(typedText);
  const problem = checkReport(category, text);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblemsShown(true);
    if (problem || isLoading) return;
    const form = { kind, id, category, text };
    const response = await report({ ...form, idempotencyKey: getKey(JSON.stringify(form)) });
    done(response.error);
    if (!response.data) return;
    setTypedText('');
    showResult(response.error, t('done.report'));
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
        value={typedText}
        readOnly={isLoading}
        onChange={(event) => setTypedText(event.target.value)}
        error={areProblemsShown ? problem : null}
        counter={`${countCodePoints(text)} / ${REPORT_TEXT_LIMIT}`}
      />
      <ErrorText>{isLoading ? null : getApiFailure(error)}</ErrorText>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" busy={isLoading}>
          {t('shared:report.action')}
        </Button>
      </div>
    </form>
  );
}

/** Dialog with the form that reports content. */
export function ReportDialog(props: ReportDialogProps) {
  const { t } = useTranslation('reports');
  return (
    <Dialog open title={t(`dialog.titles.${props.kind}`)} onClose={props.onClose}>
      <ReportForm {...props} />
    </Dialog>
  );
}
