import { Mail } from 'lucide-react';
import { classNames } from '../ui/index.ts';
import styles from './support-link.module.css';

/** Returns the support email address, which the server embeds in the page, or undefined if there is none. */
const getSupportAddress = (): string | undefined => document.documentElement.dataset.support;

/** Link that opens an email to support. Renders nothing if the operator has configured no address. */
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
