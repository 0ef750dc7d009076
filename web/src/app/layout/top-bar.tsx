import { Menu, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '../../i18n/index.ts';
import { useReturnTarget } from '../../shared/return-target.ts';
import { useUser } from '../../state/session.ts';
import { Avatar, IconButton, LinkButton, LogoMark } from '../../ui/index.ts';
import styles from './bars.module.css';
import { NotificationBell } from './notification-bell.tsx';
import { SideMenu } from './side-menu.tsx';

/** Menu in narrow windows: a drawer that closes after navigation. */
function MenuDrawer({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation('app');
  const drawer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !drawer.current?.open) drawer.current?.showModal();
    if (!open && drawer.current?.open) drawer.current.close();
  }, [open]);

  const closeOutside = (event: MouseEvent) => {
    if (event.target === drawer.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-label={t('layout.menu')}
      onClose={onClose}
      onClick={closeOutside}
    >
      {open && (
        <div className={styles.sheet}>
          <IconButton label={t('layout.closeMenu')} className={styles.close} onClick={onClose}>
            <X size={22} />
          </IconButton>
          <SideMenu />
        </div>
      )}
    </dialog>
  );
}

/** Top bar in narrow windows: menu, logo, notifications and profile, or the login link. */
export function TopBar() {
  const { t } = useTranslation('app');
  const user = useUser();
  const returnTarget = useReturnTarget();
  const { key } = useLocation();
  // The drawer is open only at the history entry where it was opened, so navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;

  return (
    <header className={styles.top}>
      <IconButton
        label={t('layout.openMenu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpenAt(key)}
      >
        <Menu size={24} />
      </IconButton>
      <Link to="/" className={styles.logo} aria-label="Kindra">
        <LogoMark size={32} />
        <span>Kindra</span>
      </Link>
      {user ? (
        <div className={styles.own}>
          <NotificationBell />
          <Link to="/profile" className={styles.me}>
            <span className="visually-hidden">{t('layout.profile')}</span>
            <Avatar name={user.profileName} seed={user.id} picture={user.avatar} size={36} />
          </Link>
        </div>
      ) : (
        <LinkButton to="/login" state={returnTarget} size="small">
          {t('layout.login')}
        </LinkButton>
      )}
      <MenuDrawer open={open} onClose={() => setOpenAt(null)} />
    </header>
  );
}
