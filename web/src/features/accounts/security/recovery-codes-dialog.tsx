import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { saveFile } from '../../../shared/use-download.ts';
import { type RecoveryCodes, setRecoveryCodes } from '../../../state/proof.ts';
import { Button, Dialog, focusPageIfLost } from '../../../ui/index.ts';
import styles from './security.module.css';

const close = () => setRecoveryCodes(null);

/** Dialog with new recovery codes, which the server returns only once. Closes only by its "Done" button. */
export function RecoveryCodesDialog({ codes, areReplacements }: RecoveryCodes) {
  const { t } = useTranslation('security');
  // The button that opened the dialog may have disappeared.
  useEffect(() => focusPageIfLost, []);
  const save = () => {
    const lines = codes.map((code) => `${code}\n`);
    saveFile(new Blob(lines, { type: 'text/plain' }), 'kindra-recovery-codes.txt');
  };
  const actions = (
    <>
      <Button variant="secondary" icon={<Download size={18} aria-hidden="true" />} onClick={save}>
        {t('recovery.save')}
      </Button>
      <Button onClick={close}>{t('recovery.done')}</Button>
    </>
  );
  return (
    <Dialog open locked title={t('recovery.newTitle')} onClose={close} actions={actions}>
      <p>
        {t('recovery.newText')} {areReplacements && t('recovery.replaced')}
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
