import { Download } from 'lucide-react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import styles from './security.module.css';

/** Downloads the codes as a text file. */
function saveCodes(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'kindra-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}

/** Dialog with new recovery codes, which the server returns only once. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[] | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('security');
  const actions = (
    <>
      <Button
        variant="secondary"
        icon={<Download size={18} aria-hidden="true" />}
        onClick={() => saveCodes(codes ?? [])}
      >
        {t('recovery.save')}
      </Button>
      <Button onClick={onClose}>{t('recovery.done')}</Button>
    </>
  );
  return (
    <Dialog open={codes !== null} title={t('recovery.newTitle')} onClose={onClose} actions={actions}>
      <p>{t('recovery.newText')}</p>
      <ul className={styles.codes}>
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
