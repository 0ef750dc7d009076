import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { Boundary } from './boundary.tsx';

/** Keeps a page whole when a part of it that comes later cannot be fetched, or breaks. */
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
