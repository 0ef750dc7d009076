import { HandHeart, House, type LucideIcon, MessageCircle, Search, SquarePen } from 'lucide-react';
import { NavLink } from 'react-router-dom';
import { type EnglishTexts, useTranslation } from '../../i18n/index.ts';
import styles from './bars.module.css';
import { NewMessageDot } from './new-message-dot.tsx';

const BAR_ENTRIES: readonly { name: keyof EnglishTexts['app']['bar']; Icon: LucideIcon; to: string }[] = [
  { name: 'home', Icon: House, to: '/' },
  { name: 'search', Icon: Search, to: '/explore' },
  { name: 'newPost', Icon: SquarePen, to: '/new-post' },
  { name: 'crowdfundings', Icon: HandHeart, to: '/crowdfundings' },
  { name: 'messages', Icon: MessageCircle, to: '/conversations' },
];

/** Navigation bar at the lower edge of narrow windows. */
export function BottomBar() {
  const { t } = useTranslation('app');
  const entries = BAR_ENTRIES.map((entry) => ({ ...entry, label: t(`bar.${entry.name}`) }));
  return (
    <nav className={styles.bottom} aria-label={t('layout.shortcuts')}>
      <ul>
        {entries.map(({ name, label, Icon, to }) => (
          <li key={name}>
            <NavLink to={to} end={to === '/'} title={label}>
              <Icon size={24} aria-hidden="true" />
              <span className="visually-hidden">{label}</span>
              {to === '/conversations' && <NewMessageDot />}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
