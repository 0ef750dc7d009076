import { useTranslation } from '../../i18n/index.ts';
import { Card, Checkbox, ErrorState, Loading } from '../../ui/index.ts';
import { useGetConversationSettingsQuery, useSwitchReadReceiptsMutation } from './settings-api.ts';
import styles from './settings-section.module.css';

function ReadReceiptsSwitch() {
  const { t } = useTranslation('conversations');
  const query = useGetConversationSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [switchReceipts] = useSwitchReadReceiptsMutation();
  if (query.data)
    return (
      <Checkbox
        label={t('settings.receipts')}
        checked={query.data.readReceipts}
        onChange={({ target }) => void switchReceipts({ readReceipts: target.checked })}
      />
    );
  if (query.isError) return <ErrorState onRetry={query.refetch}>{t('settings.failure')}</ErrorState>;
  return <Loading label={t('settings.loading')} />;
}

/** Setting for read receipts. A change applies immediately. */
export function ConversationSettings() {
  const { t } = useTranslation('conversations');
  return (
    <Card as="section" className={styles.section}>
      <ReadReceiptsSwitch />
      <p className={styles.hint}>{t('settings.receiptsHint')}</p>
    </Card>
  );
}
