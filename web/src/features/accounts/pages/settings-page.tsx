import {
  Archive,
  Bell,
  ChevronRight,
  KeyRound,
  Languages,
  Mail,
  MessageCircle,
  MonitorSmartphone,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  VolumeX,
} from 'lucide-react';
import { Navigate, NavLink, Outlet, useMatch } from 'react-router-dom';
import { useTranslation } from '../../../i18n/index.ts';
import { Card, classNames, PageHeading, useMinWidth, WIDE_MIN_WIDTH } from '../../../ui/index.ts';
import styles from '../settings/settings.module.css';

const PAGES = [
  { to: '/settings/account', name: 'account', Icon: UserRound },
  { to: '/settings/advanced-management', name: 'advanced', Icon: SlidersHorizontal },
  { to: '/settings/email', name: 'email', Icon: Mail },
  { to: '/settings/password', name: 'password', Icon: KeyRound },
  { to: '/settings/security', name: 'security', Icon: ShieldCheck },
  { to: '/settings/sessions', name: 'sessions', Icon: MonitorSmartphone },
  { to: '/settings/appearance', name: 'appearance', Icon: Languages },
  { to: '/settings/notifications', name: 'notifications', Icon: Bell },
  { to: '/settings/messages', name: 'messages', Icon: MessageCircle },
  { to: '/settings/hidden-profiles', name: 'hidden', Icon: VolumeX },
  { to: '/settings/data', name: 'data', Icon: Archive },
] as const;

function SettingsList() {
  const { t } = useTranslation('accounts');
  return (
    <nav aria-label={t('settings.title')}>
      <Card className={styles.links}>
        {PAGES.map(({ to, name, Icon }) => (
          <NavLink key={to} to={to} className={styles.link}>
            <Icon size={22} aria-hidden="true" />
            {t(`settings.${name}`)}
            <ChevronRight size={20} aria-hidden="true" />
          </NavLink>
        ))}
      </Card>
    </nav>
  );
}

/** /settings: the settings menu. In wide windows, the open page is beside it. */
export function SettingsPage() {
  const { t } = useTranslation('accounts');
  const isWide = useMinWidth(WIDE_MIN_WIDTH);
  const isListOnly = useMatch('/settings') !== null;
  if (isListOnly && isWide) return <Navigate to="/settings/account" replace />;
  return (
    <div className={classNames(styles.page, isWide && styles.wide)}>
      {isWide && (
        <div className={styles.list}>
          <p className={styles.listTitle}>{t('settings.title')}</p>
          <SettingsList />
        </div>
      )}
      {isListOnly ? (
        <div className={styles.list}>
          <PageHeading>{t('settings.title')}</PageHeading>
          <SettingsList />
        </div>
      ) : (
        <Outlet />
      )}
    </div>
  );
}
