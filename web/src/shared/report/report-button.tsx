import { Flag } from 'lucide-react';
import { useTranslation } from '../../i18n/index.ts';
import { useUser } from '../../state/session.ts';
import { Button } from '../../ui/index.ts';
import type { SubjectKind } from './report-dialog.tsx';
import { useReport } from './use-report.tsx';

interface ReportButtonProps {
  readonly kind: SubjectKind;
  readonly id: string;
  /** Id of the content's owner. Owners cannot report their own content. */
  readonly ownerId: string;
  /** Name of the content, read by screen readers. */
  readonly name: string;
}

/** Button that reports content. Visible to logged-in users. */
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
