import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useTranslation } from '../../i18n/index.ts';
import { ReasonDialog } from '../../shared/reason-dialog.tsx';
import { useTold } from '../../shared/use-told.ts';
import { Button } from '../../ui/index.ts';
import { type CaseDecision, reportsLookedUp, useDecideReportsMutation } from './reports-api.ts';

type Verdict = CaseDecision['verdict'];

export interface DecideButtonsProps {
  readonly id: string;
  /** Name of the subject, for screen readers. */
  readonly name: string;
}

const VERDICTS = ['dismiss', 'resolve'] as const;

/** Resolve and Dismiss buttons, each with a dialog for the reason. */
export function DecideButtons({ id, name }: DecideButtonsProps) {
  const { t } = useTranslation('reports');
  const [asking, setAsking] = useState<Verdict | null>(null);
  const [decide, { isError }] = useDecideReportsMutation();
  const told = useTold();
  const dispatch = useDispatch();

  const confirm = async (verdict: Verdict, reason = '') => {
    const { error } = await decide({ id, verdict, reason });
    told(error, t(`done.${verdict}`));
    return error;
  };

  const close = () => {
    setAsking(null);
    // Another staff member may have decided in the meantime.
    if (isError) dispatch(reportsLookedUp());
  };

  return (
    <>
      {VERDICTS.map((verdict) => (
        <Button
          key={verdict}
          size="small"
          variant={verdict === 'resolve' ? 'primary' : 'secondary'}
          aria-label={t(`page.${verdict}Name`, { name })}
          onClick={() => setAsking(verdict)}
        >
          {t(`page.${verdict}`)}
        </Button>
      ))}
      {VERDICTS.map((verdict) => (
        <ReasonDialog
          key={verdict}
          open={asking === verdict}
          title={t(`page.questions.${verdict}`)}
          warning={t(`page.warnings.${verdict}`)}
          confirm={t(`page.${verdict}`)}
          required
          onConfirm={(reason) => confirm(verdict, reason)}
          onClose={close}
        />
      ))}
    </>
  );
}
