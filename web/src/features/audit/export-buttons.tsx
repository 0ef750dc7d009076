import { Download } from 'lucide-react';
import { useTranslation } from '../../i18n/index.ts';
import { useDownload } from '../../shared/use-download.ts';
import { Button } from '../../ui/index.ts';
import styles from './audit.module.css';
import { type EntryFilter, getExportPath } from './paths.ts';

const FORMATS = [
  { format: 'csv', text: 'CSV', file: 'kindra-journal.csv' },
  { format: 'ndjson', text: 'NDJSON', file: 'kindra-journal.ndjson' },
  { format: 'beancount', text: 'Beancount', file: 'kindra-journal.beancount' },
] as const;

/** Download buttons for all postings that match a filter. */
export function ExportButtons({ filter }: { readonly filter: EntryFilter }) {
  const { t } = useTranslation('audit');
  const { activeDownload, download } = useDownload(t('exportFailure'));
  return (
    <fieldset className={styles.buttons} aria-label={t('export')}>
      {FORMATS.map(({ format, text, file }) => (
        <Button
          key={format}
          variant="secondary"
          size="small"
          busy={activeDownload === file}
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => void download(getExportPath(filter, format), file)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
