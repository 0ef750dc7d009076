import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface ProfileLinkProps {
  /** Empty for an erased account, which has no page. Only its name is shown. */
  readonly nickname: string;
  readonly className?: string | undefined;
  /** Marks a second link to the same target, which is hidden from screen readers and skipped by Tab. */
  readonly isDuplicate?: boolean;
  readonly children: ReactNode;
}

/** A link to a profile, or plain text if the account was erased. */
export function ProfileLink({ nickname, className, isDuplicate = false, children }: ProfileLinkProps) {
  const hiding = isDuplicate ? { tabIndex: -1, 'aria-hidden': true } : {};
  if (nickname === '') return <span className={className}>{children}</span>;
  return (
    <Link to={`/profile/${encodeURIComponent(nickname)}`} className={className} {...hiding}>
      {children}
    </Link>
  );
}
