import { Flag } from 'lucide-react';
import type { SubjectKind } from '../../api/reports.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useUser } from '../../state/session.ts';
import { Button } from '../../ui/index.ts';
import { useReport } from './use-report.tsx';

export interface ReportButtonProps {
  readonly kind: SubjectKind;
  readonly id: string;
  /** Whose it is: nobody reports what is theirs. */
  readonly ownerId: string;
  /** What is reported, for screen readers. */
  readonly name: string;
}

/** A small button that lets whoever is logged in report something. */
export function ReportButton({ kind, id, ownerId, name }: ReportButtonProps) {
  const { t } = useTranslation('shared');
  const report = useReport(kind, id);
  const user = useUser();
  if (!user || user.id === ownerId) return null;
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={<Flag size={16} aria-hidden="true" />}
        aria-label={t('report.name', { name })}
        onClick={report.ask}
      >
        {t('report.action')}
      </Button>
      {report.dialog}
    </>
  );
}
