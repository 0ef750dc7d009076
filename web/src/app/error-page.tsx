import { useLocation } from 'react-router-dom';
import { UNEXPECTED } from '../api/failure.ts';
import { tell, useTranslation } from '../i18n/index.ts';
import { Button, LinkButton, LogoMark, PageHeading } from '../ui/index.ts';
import styles from './error-page.module.css';

/** What whoever leads to this page may say in the navigation's state. */
export interface ErrorPageState {
  readonly code?: number | string;
  readonly message?: string;
}

const NOT_FOUND = 404;
const BROKEN: Required<ErrorPageState> = { code: 500, message: UNEXPECTED };

interface ErrorPageProps {
  /** A page that broke, or the way to it: its code could not be fetched. */
  readonly broken?: 'page' | 'way';
  /** Tries the broken page again. */
  readonly onRetry?: () => void;
}

/** Shown for an address that does not exist, for a page that broke, and for what the navigation's state says. */
export function ErrorPage({ broken, onRetry }: ErrorPageProps) {
  const state = (useLocation().state ?? {}) as ErrorPageState;
  const { t } = useTranslation('app');
  const { code = NOT_FOUND, message = t('errors.notFound') } = broken ? BROKEN : state;
  return (
    <div className={styles.page}>
      <LogoMark size={72} />
      {broken !== 'way' && <p className={styles.code}>{code}</p>}
      <PageHeading>{broken === 'way' ? t('errors.way') : tell(message)}</PageHeading>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {t('errors.tryAgain')}
        </Button>
      )}
      <LinkButton to="/" state={null}>
        {t('errors.return')}
      </LinkButton>
    </div>
  );
}
