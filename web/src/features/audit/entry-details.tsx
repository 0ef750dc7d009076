import type { JournalEntry } from '../../api/audit.ts';
import { useTranslation } from '../../i18n/index.ts';
import styles from './audit.module.css';

/** Codes, ids and positions of an entry, in a collapsed section. */
export function EntryDetails({ entry }: { readonly entry: JournalEntry }) {
  const { t } = useTranslation('audit');
  const { id, position, eventId, streamId, correlationId, actor, reverses, postings } = entry;
  const details = [
    ['position', String(position)],
    ['entry', id],
    ['event', eventId],
    ['stream', streamId],
    ['correlation', correlationId],
    ['actor', `${actor.kind} ${actor.id}`],
    ['reverses', reverses],
    ['accounts', postings.map(({ account }) => account).join(', ')],
  ] as const;
  return (
    <details className={styles.filterBox}>
      <summary>{t('details.title')}</summary>
      <dl className={styles.details}>
        {details.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{t(`details.${name}`)}</dt>
                <dd className={styles.id}>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </details>
  );
}
