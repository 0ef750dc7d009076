import { BadgeCheck, Shield, ShieldCheck } from 'lucide-react';
import styles from './badge.module.css';
import { classNames } from './class-names.ts';

const BADGES = {
  ORG: { name: 'Organization', Icon: BadgeCheck, look: styles.org },
  ADMIN: { name: 'Admin', Icon: ShieldCheck, look: styles.admin },
  MOD: { name: 'Moderator', Icon: Shield, look: styles.mod },
} as const;

const hasBadge = (role: string): role is keyof typeof BADGES => role in BADGES;

/** The badge of a role; nothing for USER. */
export function RoleBadge({ role }: { readonly role: string }) {
  if (!hasBadge(role)) return null;
  const { name, Icon, look } = BADGES[role];
  return (
    <span className={classNames(styles.badge, look)}>
      <Icon size={12} aria-hidden="true" />
      {name}
    </span>
  );
}
