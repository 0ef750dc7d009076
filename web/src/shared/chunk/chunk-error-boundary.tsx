import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';

/** Error boundary for part of a page. */
export function ChunkErrorBoundary({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shared');
  return (
    <ErrorBoundary
      fallback={(_, retry) => (
        <ErrorState compact onRetry={retry}>
          {t('part.missing')}
        </ErrorState>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
