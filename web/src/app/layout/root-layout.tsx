import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { feedbackRemoved, selectMessages } from '../../state/feedback.ts';
import { classNames, Toasts, useMedia, WIDE_FROM } from '../../ui/index.ts';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';
import type { Store } from '../store.ts';
import { BottomBar } from './bottom-bar.tsx';
import styles from './root-layout.module.css';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useLiveUpdates } from './use-live-updates.ts';
import { usePageFocus } from './use-page-focus.ts';
import { useSessionWatch } from './use-session-watch.ts';

function Messages() {
  const messages = useSelector(selectMessages);
  const dispatch = useDispatch();
  const close = useCallback((id: string) => dispatch(feedbackRemoved(id)), [dispatch]);
  return <Toasts toasts={messages} onClose={close} />;
}

/** What stands round every page: menu, bars, messages, and the ways to them. */
export function RootLayout({ store }: { readonly store: Store }) {
  const wide = useMedia(`(min-width: ${WIDE_FROM}px)`);
  const [collapsed, setCollapsed] = useStoredFlag('menuCollapsed', false);
  const loading = useNavigation().state === 'loading';
  useSessionWatch();
  useLiveUpdates(store);
  usePageFocus();

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
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
          <Outlet />
        </main>
        {!wide && <BottomBar />}
      </div>
      <Messages />
      <ScrollRestoration getKey={({ pathname, key }) => (pathname === '/' ? 'home' : key)} />
    </>
  );
}
