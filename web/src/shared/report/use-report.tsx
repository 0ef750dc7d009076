import { type ReactNode, Suspense, useState } from 'react';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { Dialog, Loading } from '../../ui/index.ts';
import { lazyPart } from '../part/lazy-part.tsx';
import { loadPart } from '../part/load-part.ts';
import { PartBoundary } from '../part/part-boundary.tsx';
import { useLoginWall } from '../use-login-wall.ts';
import type { SubjectKind } from './report-form.tsx';

/** Code and texts are loaded at the first report. */
const ReportForm = lazyPart(async () => {
  const [module] = await loadPart(() => Promise.all([import('./report-form.tsx'), loadTexts('reports')]));
  return module.ReportForm;
});

/**
 * Reporting of content: `ask` opens the form or redirects a visitor to the login; `dialog` must be rendered.
 */
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
