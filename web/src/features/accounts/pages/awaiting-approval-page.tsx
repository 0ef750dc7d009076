import { Ban, Hourglass, MoonStar } from 'lucide-react';
import { Navigate, useLocation } from 'react-router-dom';
import { Card, LinkButton, PageHeading } from '../../../ui/index.ts';
import styles from '../accounts.module.css';
import type { AwaitingState } from '../use-session-start.ts';

const NOTICES = {
  NOT_APPROVED: {
    Icon: Hourglass,
    title: 'Your organization account is awaiting approval',
    text: 'We verify every organization by hand, so that people know whom they trust. This usually takes up to 24 hours. You can log in as soon as it is done.',
  },
  INACTIVE: {
    Icon: MoonStar,
    title: 'Your account is deactivated',
    text: 'Please contact support to reactivate it.',
  },
  BANNED: {
    Icon: Ban,
    title: 'Your account is banned',
    text: 'If you believe that this was a mistake, please contact support.',
  },
} as const satisfies Record<AwaitingState['type'], unknown>;

const typeIn = (state: unknown): AwaitingState['type'] | null => {
  const type = (state as Partial<AwaitingState> | null)?.type;
  return type !== undefined && Object.hasOwn(NOTICES, type) ? type : null;
};

/** /awaiting-approval: why an account may not log in. There is nothing to say to whoever comes without a reason. */
export function AwaitingApprovalPage() {
  const type = typeIn(useLocation().state);
  if (!type) return <Navigate to="/" replace />;
  const { Icon, title, text } = NOTICES[type];
  return (
    <div className={styles.page}>
      <Card className={styles.notice}>
        <Icon size={56} aria-hidden="true" />
        <PageHeading>{title}</PageHeading>
        <p className={styles.muted}>{text}</p>
        <LinkButton to="/">Go to the homepage</LinkButton>
      </Card>
    </div>
  );
}
