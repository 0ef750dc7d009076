import { PanelLeftClose, PanelLeftOpen, SquarePen } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { useTranslation } from '../../i18n/index.ts';
import { useUser } from '../../state/session.ts';
import { classNames, IconButton, LinkButton, LogoMark } from '../../ui/index.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { MenuAccount } from './menu-account.tsx';
import { MENU_ENTRIES, type MenuEntry } from './menu-entries.ts';
import { NewMessageDot } from './new-message-dot.tsx';
import { NotificationBell } from './notification-bell.tsx';
import styles from './side-menu.module.css';
import { SocialLinks } from './social-links.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

interface EntryProps extends Pick<MenuEntry, 'name' | 'Icon' | 'to'> {
  readonly isCollapsed: boolean;
}

function Entry({ name, Icon, to, isCollapsed }: EntryProps) {
  const { t } = useTranslation('app');
  const label = t(`menu.${name}`);
  return (
    <NavLink to={to} end={to === '/'} className={styles.entry} title={isCollapsed ? label : undefined}>
      <Icon size={22} aria-hidden="true" />
      <span className={classNames(isCollapsed && 'visually-hidden')}>{label}</span>
      {name === 'messages' && <NewMessageDot />}
    </NavLink>
  );
}

interface SideMenuProps {
  readonly isCollapsed?: boolean;
  /** Given only where the menu can be collapsed. */
  readonly onToggle?: () => void;
}

/** Main navigation. Includes the notifications if there is no top bar. */
export function SideMenu({ isCollapsed = false, onToggle }: SideMenuProps) {
  const { t } = useTranslation('app');
  const user = useUser();
  const entries = MENU_ENTRIES.filter(({ roles }) => !roles || (user && roles.includes(user.role)));
  return (
    <div className={classNames(styles.menu, isCollapsed && styles.collapsed)}>
      <div className={styles.head}>
        <Link to="/" className={styles.logo} aria-label="Kindra">
          <LogoMark />
          {!isCollapsed && <span>Kindra</span>}
        </Link>
        {onToggle && (
          <div className={styles.tools}>
            {user && <NotificationBell />}
            <IconButton
              label={t(isCollapsed ? 'layout.expandMenu' : 'layout.collapseMenu')}
              aria-expanded={!isCollapsed}
              onClick={onToggle}
            >
              {isCollapsed ? <PanelLeftOpen size={20} /> : <PanelLeftClose size={20} />}
            </IconButton>
          </div>
        )}
      </div>
      <MenuAccount isCollapsed={isCollapsed} />
      <nav aria-label={t('layout.main')}>
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.name}>
              <Entry {...entry} isCollapsed={isCollapsed} />
            </li>
          ))}
        </ul>
      </nav>
      <LinkButton
        to="/new-post"
        wide
        className={styles.create}
        icon={<SquarePen size={20} aria-hidden="true" />}
        title={isCollapsed ? t('layout.createPost') : undefined}
      >
        <span className={classNames(isCollapsed && 'visually-hidden')}>{t('layout.createPost')}</span>
      </LinkButton>
      <div className={styles.foot}>
        <LanguageSwitch />
        {!isCollapsed && <SocialLinks />}
        <ThemeSwitch />
      </div>
    </div>
  );
}
