import { useDispatch } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { ReasonButton } from '../../shared/reason-button.tsx';
import { refreshReports, useDecideReportsMutation } from './reports-api.ts';

interface CaseDecisionButtonsProps {
  readonly id: string;
  /** Name of the subject, for screen readers. */
  readonly name: string;
}

/** Resolve and Dismiss buttons, each with a dialog for the reason. */
export function CaseDecisionButtons({ id, name }: CaseDecisionButtonsProps) {
  const { t } = useTranslation('reports');
  const [decide, { isError }] = useDecideReportsMutation();
  const dispatch = useDispatch();
  return (['dismiss', 'resolve'] as const).map((verdict) => (
    <ReasonButton
      key={verdict}
      button={{
        variant: verdict === 'resolve' ? 'primary' : 'secondary',
        'aria-label': t(`page.${verdict}Name`, { name }),
      }}
      title={t(`page.questions.${verdict}`)}
      warning={t(`page.warnings.${verdict}`)}
      confirm={t(`page.${verdict}`)}
      required
      onConfirm={(reason = '') => decide({ id, verdict, reason })}
      done={t(`done.${verdict}`)}
      // Another staff member may have decided in the meantime.
      onClose={() => isError && dispatch(refreshReports())}
    />
  ));
}
