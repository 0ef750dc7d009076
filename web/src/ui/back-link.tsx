import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import styles from './back-link.module.css';

export interface BackLinkProps {
  readonly to: string;
  /** The name of where it leads, for screen readers. */
  readonly children: string;
}

/** The arrow before a page's heading, which leads one level up. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className={styles.back}>
      <ArrowLeft size={22} aria-hidden="true" />
      <span className="visually-hidden">{children}</span>
    </Link>
  );
}
