import { useLocation } from 'react-router-dom';
import { LinkButton, LogoMark, PageHeading } from '../ui/index.ts';
import styles from './error-page.module.css';

/** What whoever leads to this page may say in the navigation's state. */
export interface ErrorPageState {
  readonly code?: number | string;
  readonly message?: string;
}

const NOT_FOUND: Required<ErrorPageState> = { code: 404, message: 'PAGE NOT FOUND' };
const BROKEN: Required<ErrorPageState> = { code: 500, message: 'An unexpected error has occurred.' };

/** Shown for an address that does not exist, for a page that broke, and for what the navigation's state says. */
export function ErrorPage({ broken = false }: { readonly broken?: boolean }) {
  const state = (useLocation().state ?? {}) as ErrorPageState;
  const { code, message } = broken ? BROKEN : { ...NOT_FOUND, ...state };
  return (
    <div className={styles.page}>
      <LogoMark size={72} />
      <p className={styles.code}>{code}</p>
      <PageHeading>{message}</PageHeading>
      <LinkButton to="/" state={null}>
        Return to HomePage
      </LinkButton>
    </div>
  );
}
