import { useState } from 'react';
import type { ReportCase } from '../../../../contract/reports.ts';
import { checkReport, REPORT_CATEGORIES, REPORT_TEXT_LIMIT } from '../../../../contract/rules/moderation.ts';
import { cleanText, countCodePoints } from '../../../../contract/rules/text.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useReportMutation } from '../../api/moderation.ts';
import { useTranslation } from '../../i18n/index.ts';
import { FormDialog, Select, TextArea } from '../../ui/index.ts';
import { useDraft } from '../draft.ts';
import { useIdempotencyKey } from '../use-idempotency-key.ts';
import { useResultToast } from '../use-result-toast.ts';

/** Kinds of content that can be reported. */
export type SubjectKind = ReportCase['subject']['kind'];
type ReportCategory = (typeof REPORT_CATEGORIES)[number];

interface ReportDialogProps {
  readonly kind: SubjectKind;
  readonly id: string;
  readonly onClose: () => void;
}

/** Dialog that reports content. The text is kept as a draft until it is sent, even if the dialog is closed. */
export function ReportDialog({ kind, id, onClose }: ReportDialogProps) {
  const { t } = useTranslation('reports', 'shared');
  const [category, setCategory] = useState<ReportCategory>('SPAM');
  const draftKey = `report:${kind}:${id}`;
  const [typedText, setTypedText] = useDraft(draftKey);
  const [areProblemsShown, setProblemsShown] = useState(false);
  const [report, { isLoading, error }] = useReportMutation();
  const { getKey, done } = useIdempotencyKey(draftKey);
  const showResult = useResultToast();
  const text = cleanText(typedText);
  const problem = checkReport(category, text);

  const submit = async () => {
    setProblemsShown(true);
    if (problem) return;
    const form = { kind, id, category, text };
    const response = await report({ ...form, idempotencyKey: getKey(JSON.stringify(form)) });
    done(response.error);
    if (!response.data) return;
    setTypedText('');
    showResult(response.error, t('done.report'));
    onClose();
  };

  return (
    <FormDialog
      title={t(`dialog.titles.${kind}`)}
      intro={<p>{t('dialog.hint')}</p>}
      submit={t('shared:report.action')}
      busy={isLoading}
      failure={isLoading ? null : getApiFailure(error)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
