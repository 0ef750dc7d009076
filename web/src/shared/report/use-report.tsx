import { type ReactNode, Suspense, useState } from 'react';
import type { SubjectKind } from '../../api/reports.ts';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { Dialog, Loading } from '../../ui/index.ts';
import { lazyPart } from '../part/lazy-part.tsx';
import { loadPart } from '../part/load-part.ts';
import { PartBoundary } from '../part/part-boundary.tsx';
import { useLoginWall } from '../use-login-wall.ts';

/** Its code and texts come when somebody first reports something. */
const ReportForm = lazyPart(async () => {
  const [module] = await loadPart(() => Promise.all([import('./report-form.tsx'), loadTexts('reports')]));
  return module.ReportForm;
});

/** Reporting something: `ask` opens the form, or leads a visitor to the login; `dialog` must be on the page. */
export function useReport(kind: SubjectKind, id: string): { ask: () => void; dialog: ReactNode } {
  const { t } = useTranslation('shared');
  const [open, setOpen] = useState<boolean | null>(null);
  const mayReport = useLoginWall();
  const close = () => setOpen(false);

  const dialog = open !== null && (
    <Dialog open={open} title={t(`report.titles.${kind}`)} onClose={close}>
      <PartBoundary>
        <Suspense fallback={<Loading label={t('report.loading')} />}>
          <ReportForm kind={kind} id={id} onClose={close} />
        </Suspense>
      </PartBoundary>
    </Dialog>
  );
  return { ask: () => mayReport() && setOpen(true), dialog };
}
