import { HandHeart, House, type LucideIcon, MessageCircle, Search, SquarePen } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import styles from './bars.module.css';
import { NewMessageDot } from './new-message-dot.tsx';

const ENTRIES: readonly { label: string; Icon: LucideIcon; to?: string }[] = [
  { label: 'Home', Icon: House, to: '/' },
  { label: 'Search', Icon: Search },
  { label: 'New post', Icon: SquarePen, to: '/new-post' },
  { label: 'CrowdFundings', Icon: HandHeart, to: '/crowdfundings' },
  { label: 'Messages', Icon: MessageCircle, to: '/conversations' },
];

/** The bar at the lower edge of narrow windows. */
export function BottomBar() {
  return (
    <nav className={styles.bottom} aria-label="Shortcuts">
      <ul>
        {ENTRIES.map(({ label, Icon, to }) => (
          <li key={label}>
            {to ? (
              <NavLink to={to} end={to === '/'} title={label}>
                <Icon size={24} aria-hidden="true" />
                <span className="visually-hidden">{label}</span>
                {to === '/conversations' && <NewMessageDot />}
              </NavLink>
            ) : (
              <button type="button" disabled aria-label={label} title="Not available yet">
                <Icon size={24} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
