import { useDispatch } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { ReasonButton } from '../../shared/reason-button.tsx';
import { reportsLookedUp, useDecideReportsMutation } from './reports-api.ts';

export interface DecideButtonsProps {
  readonly id: string;
  /** Name of the subject, for screen readers. */
  readonly name: string;
}

/** Resolve and Dismiss buttons, each with a dialog for the reason. */
export function DecideButtons({ id, name }: DecideButtonsProps) {
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
      onClose={() => isError && dispatch(reportsLookedUp())}
    />
  ));
}
