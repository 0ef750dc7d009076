import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { Boundary } from './boundary.tsx';

/** Error boundary for a part of a page. */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shared');
  return (
    <Boundary
      instead={(_, retry) => (
        <ErrorState compact onRetry={retry}>
          {t('part.missing')}
        </ErrorState>
      )}
    >
      {children}
    </Boundary>
  );
}
