import { Suspense, useCallback, useSyncExternalStore } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { useTranslation } from '../../i18n/index.ts';
import { feedbackRemoved, selectMessages } from '../../state/feedback.ts';
import { classNames, Loading, Toasts, useMedia, WIDE_FROM } from '../../ui/index.ts';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';
import { pagesOnTheirWay } from '../pages.ts';
import { BottomBar } from './bottom-bar.tsx';
import { BrokenPage } from './broken-page.tsx';
import styles from './root-layout.module.css';
import { SideMenu } from './side-menu.tsx';
import { StagingBanner } from './staging-banner.tsx';
import { TopBar } from './top-bar.tsx';
import { useLiveUpdates } from './use-live-updates.ts';
import { useMessages } from './use-messages.ts';
import { usePageFocus } from './use-page-focus.ts';
import { useScrollPlaces } from './use-scroll-places.ts';
import { useSessionWatch } from './use-session-watch.ts';

function Messages() {
  const messages = useSelector(selectMessages);
  const dispatch = useDispatch();
  const close = useCallback((id: string) => dispatch(feedbackRemoved(id)), [dispatch]);
  return <Toasts toasts={messages} onClose={close} />;
}

function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** Frame of all pages: menu, bars, toasts and skip links. */
export function RootLayout() {
  const { t } = useTranslation('app');
  const wide = useMedia(`(min-width: ${WIDE_FROM}px)`);
  const [collapsed, setCollapsed] = useStoredFlag('menuCollapsed', false);
  const loading = useSyncExternalStore(pagesOnTheirWay.subscribe, pagesOnTheirWay.get);
  const { key } = useLocation();
  useSessionWatch();
  useLiveUpdates();
  useMessages();
  useScrollPlaces();
  usePageFocus();

  return (
    <>
      <button type="button" className={styles.skip} onClick={skipToMain}>
        {t('layout.skip')}
      </button>
      <StagingBanner />
      {loading && <div className={styles.loading} aria-hidden="true" />}
      <div className={classNames(styles.layout, wide && styles.wide, wide && collapsed && styles.collapsed)}>
        {wide ? (
          <header className={styles.side}>
            <SideMenu collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
          </header>
        ) : (
          <TopBar />
        )}
        <main id="main" className={styles.main} tabIndex={-1}>
          <BrokenPage place={key}>
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </BrokenPage>
        </main>
        {!wide && <BottomBar />}
      </div>
      <Messages />
    </>
  );
}
