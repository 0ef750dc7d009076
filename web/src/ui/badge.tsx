import { BadgeCheck, Shield, ShieldCheck } from 'lucide-react';
import { useTranslation } from '../i18n/index.ts';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

const BADGES = {
  ORG: { Icon: BadgeCheck, look: styles.org },
  ADMIN: { Icon: ShieldCheck, look: styles.admin },
  MOD: { Icon: Shield, look: styles.mod },
} as const;

const hasBadge = (role: string): role is keyof typeof BADGES => role in BADGES;

interface RoleBadgeProps {
  readonly role: string;
  /** False while an organization awaits approval. */
  readonly approved?: boolean | undefined;
}

/** Badge for a role. Renders nothing for USER and for unapproved organizations. */
export function RoleBadge({ role, approved = true }: RoleBadgeProps) {
  const { t } = useTranslation('ui');
  if (!hasBadge(role) || !approved) return null;
  const { Icon, look } = BADGES[role];
  return (
    <span className={classNames(styles.badge, look)}>
      <Icon size={12} aria-hidden="true" />
      {t(`badges.${role}`)}
    </span>
  );
}
