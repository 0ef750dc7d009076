import { formatDateTime, useTranslation } from '../../i18n/index.ts';
import { Button, Dialog, ErrorState, Loading } from '../../ui/index.ts';
import styles from './history-dialog.module.css';
import type { PostDialogProps } from './post-dialog-props.ts';
import { useGetPostHistoryQuery } from './post-edits-api.ts';

/** Dialog with all versions of a post's text, newest first. */
export function HistoryDialog({ post, onClose }: PostDialogProps) {
  const { t } = useTranslation('post-actions', 'ui');
  const { data, isError, refetch } = useGetPostHistoryQuery({ id: post.id });
  return (
    <Dialog
      open
      title={t('history.title')}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t('ui:close')}
        </Button>
      }
    >
      {data ? (
        <ol className={styles.versions}>
          {data.map(({ text, dateTime }, index) => (
            <li key={dateTime}>
              <p className={styles.date}>
                <time dateTime={dateTime}>{formatDateTime(dateTime)}</time>
                {index === 0 && ` · ${t('history.current')}`}
                {index === data.length - 1 && ` · ${t('history.first')}`}
              </p>
              <p className={styles.text} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
      ) : isError ? (
        <ErrorState compact onRetry={() => void refetch()}>
          {t('history.failure')}
        </ErrorState>
      ) : (
        <Loading label={t('history.loading')} />
      )}
    </Dialog>
  );
}
