import { Suspense, useCallback, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackRemoved, selectMessages } from '../../state/feedback.ts';
import { securityDialogStore } from '../../state/proof.ts';
import { classNames, Loading, Toasts, useMinWidth, WIDE_MIN_WIDTH } from '../../ui/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';
import { pageLoadingStore, SecurityDialog } from '../pages.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Connections } from './connections.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import styles from './root-layout.module.css';
import { SideMenu } from './side-menu.tsx';
import { StagingBanner } from './staging-banner.tsx';
import { TopBar } from './top-bar.tsx';
import { usePageFocus } from './use-page-focus.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useSessionExpiry } from './use-session-expiry.ts';

function ToastContainer() {
  const messages = useSelector(selectMessages);
  const dispatch = useDispatch();
  const { t } = useTranslation('app');
  const isOnline = useOnline();
  const close = useCallback((id: string) => dispatch(feedbackRemoved(id)), [dispatch]);
  return <Toasts toasts={messages} onClose={close} notice={isOnline ? undefined : t('layout.offline')} />;
}

function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** Layout of all pages: menu, bars, toasts and skip links. */
export function RootLayout() {
  const { t } = useTranslation('app');
  const isWide = useMinWidth(WIDE_MIN_WIDTH);
  const [isCollapsed, setCollapsed] = useStoredFlag('menuCollapsed', false);
  const isPageLoading = useSyncExternalStore(
    pageLoadingStore.subscribe,
    pageLoadingStore.get,
    pageLoadingStore.get,
  );
  const isSecurityDialogOpen = useSyncExternalStore(
    securityDialogStore.subscribe,
    securityDialogStore.get,
    securityDialogStore.get,
  );
  const { key } = useLocation();
  useSessionExpiry();
  useScrollRestoration();
  usePageFocus();

  return (
    <>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        {t('layout.skip')}
      </button>
      <StagingBanner />
      {isPageLoading && <div className={styles.loading} aria-hidden="true" />}
      <div
        className={classNames(
          styles.layout,
          isWide && styles.wide,
          isWide && isCollapsed && styles.collapsed,
        )}
      >
        {isWide ? (
          <header className={styles.side}>
            <SideMenu isCollapsed={isCollapsed} onToggle={() => setCollapsed(!isCollapsed)} />
          </header>
        ) : (
          <TopBar />
        )}
        <main id="main" className={styles.main} tabIndex={-1}>
          <div className={styles.column}>
            <PageErrorBoundary resetKey={key}>
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            </PageErrorBoundary>
          </div>
        </main>
        {!isWide && <BottomBar />}
      </div>
      <ToastContainer />
      <Connections />
      {isSecurityDialogOpen && (
        <Suspense>
          <SecurityDialog />
        </Suspense>
      )}
    </>
  );
}
