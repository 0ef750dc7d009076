import { type ReactNode, Suspense, useState } from 'react';
import { loadTexts, useTranslation } from '../../i18n/index.ts';
import { Dialog, Loading } from '../../ui/index.ts';
import { ChunkErrorBoundary } from '../chunk/chunk-error-boundary.tsx';
import { lazyComponent } from '../chunk/lazy-component.tsx';
import { loadChunk } from '../chunk/load-chunk.ts';
import { useRequireLogin } from '../use-require-login.ts';
import type { SubjectKind } from './report-form.tsx';

/** Loads code and texts at the first report. */
const ReportForm = lazyComponent(async () => {
  const [module] = await loadChunk(() => Promise.all([import('./report-form.tsx'), loadTexts('reports')]));
  return module.ReportForm;
});

/** Reports content: `ask` opens the form or redirects a visitor to the login; `dialog` must be rendered. */
export function useReport(kind: SubjectKind, id: string): { ask: () => void; dialog: ReactNode } {
  const { t } = useTranslation('shared');
  const [open, setOpen] = useState<boolean | null>(null);
  const mayReport = useRequireLogin();
  const close = () => setOpen(false);

  const dialog = open !== null && (
    <Dialog open={open} title={t(`report.titles.${kind}`)} onClose={close}>
      <ChunkErrorBoundary>
        <Suspense fallback={<Loading label={t('report.loading')} />}>
          <ReportForm kind={kind} id={id} onClose={close} />
        </Suspense>
      </ChunkErrorBoundary>
    </Dialog>
  );
  return { ask: () => mayReport() && setOpen(true), dialog };
}
