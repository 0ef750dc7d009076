import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Whose page to link to, and what stands there. */
export interface ProfileLinkProps {
  /** Empty for an account that was erased: it has no page, so that there is no link. */
  readonly nickname: string;
  readonly className?: string | undefined;
  /** Beside another link to the same place: screen readers and the Tab key pass it over. */
  readonly again?: boolean;
  readonly children: ReactNode;
}

/** A link to somebody's profile; only the name where there is no profile any more. */
export function ProfileLink({ nickname, className, again = false, children }: ProfileLinkProps) {
  const hiding = again ? { tabIndex: -1, 'aria-hidden': true } : {};
  if (nickname === '') return <span className={className}>{children}</span>;
  return (
    <Link to={`/profile/${encodeURIComponent(nickname)}`} className={className} {...hiding}>
      {children}
    </Link>
  );
}
