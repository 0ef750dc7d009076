import { useLocation } from 'react-router-dom';
import { internalError } from '../../../contract/problems.ts';
import { type Message, translateMessage, useTranslation } from '../i18n/index.ts';
import { Button, LinkButton, LogoMark, PageHeading } from '../ui/index.ts';
import { useRetryWhenOnline } from '../ui/use-online.ts';
import styles from './error-page.module.css';

/** Navigation state for the error page. */
export interface ErrorPageState {
  readonly code?: number | string;
  readonly message?: Message;
}

const NOT_FOUND = 404;
const BROKEN_PAGE_STATE: Required<ErrorPageState> = { code: 500, message: internalError };

interface ErrorPageProps {
  /** Why the page failed: it could not be rendered, or its code could not be loaded. */
  readonly cause?: 'render' | 'load';
  readonly onRetry?: () => void;
}

/** Error page for unknown URLs, failed pages and errors in the navigation state. */
export function ErrorPage({ cause, onRetry }: ErrorPageProps) {
  const state = (useLocation().state ?? {}) as ErrorPageState;
  const { t } = useTranslation('app', 'ui');
  useRetryWhenOnline(onRetry);
  const { code = NOT_FOUND, message = t('errors.notFound') } = cause ? BROKEN_PAGE_STATE : state;
  return (
    <div className={styles.page}>
      <LogoMark size={72} />
      {cause !== 'load' && <p className={styles.code}>{code}</p>}
      <PageHeading>{cause === 'load' ? t('errors.notLoaded') : translateMessage(message)}</PageHeading>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {t('ui:tryAgain')}
        </Button>
      )}
      <LinkButton to="/" state={null}>
        {t('errors.return')}
      </LinkButton>
    </div>
  );
}
