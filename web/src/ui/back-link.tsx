import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './back-link.module.css';

interface BackLinkProps {
  readonly to: string;
  /** Name of the target page, read by screen readers. */
  readonly children: string;
}

/** Arrow before a page heading. Links to the parent page. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeft size={22} aria-hidden="true" />
      <span className="visually-hidden">{children}</span>
    </Link>
  );
}
