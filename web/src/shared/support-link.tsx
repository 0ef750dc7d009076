import { Mail } from 'lucide-react';
import { classNames } from '../ui/index.ts';
import styles from './support-link.module.css';

/** The server puts the address into the page. */
const getSupportAddress = (): string | undefined => document.documentElement.dataset.support;

/** Link that writes to the support; nothing if the operator has set no address. */
export function SupportLink({ className }: { readonly className?: string | undefined }) {
  const address = getSupportAddress();
  if (!address) return null;
  return (
    <a href={`mailto:${address}`} className={classNames(styles.link, className)}>
      <Mail size={18} aria-hidden="true" />
      {address}
    </a>
  );
}
