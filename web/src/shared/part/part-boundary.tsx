import { Component, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/index.ts';
import { thisPage } from './load-part.ts';

function PartFailed() {
  const { t } = useTranslation('shared');
  return (
    <ErrorState compact onRetry={() => thisPage.reload()}>
      {t('part.missing')}
    </ErrorState>
  );
}

/** Keeps a page whole when a part of it that comes later cannot be fetched, or breaks. */
export class PartBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError = () => ({ failed: true });

  override render(): ReactNode {
    return this.state.failed ? <PartFailed /> : this.props.children;
  }
}
