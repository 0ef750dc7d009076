import { ChevronRight, SlidersHorizontal, UserRound } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { Card } from '../../../ui/index.ts';
import styles from './settings.module.css';

const PAGES = [
  { to: '/settings/account', label: 'Account', Icon: UserRound },
  { to: '/settings/advanced-management', label: 'Advanced management', Icon: SlidersHorizontal },
] as const;

/** Links to the pages of the settings. */
export function SettingsList() {
  return (
    <nav aria-label="Settings">
      <Card className={styles.links}>
        {PAGES.map(({ to, label, Icon }) => (
          <NavLink key={to} to={to} className={styles.link}>
            <Icon size={22} aria-hidden="true" />
            {label}
            <ChevronRight size={20} aria-hidden="true" />
          </NavLink>
        ))}
      </Card>
    </nav>
  );
}
