import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../api/audit.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import styles from './audit.module.css';
import { AccountLink, CoinAmount, UtcTime } from './components.tsx';
import { getCrowdfundingId, getCrowdfundingPath, getEntriesPath, getOwnerId, shortenId } from './paths.ts';

/** Actor of an entry, with a link to the profile of a person. */
function EntryActor({ actor: { kind, id, name } }: Pick<JournalEntry, 'actor'>) {
  const { t } = useTranslation('audit');
  const person = kind === 'account' || kind === 'staff';
  return (
    <>
      {t(`entries.actors.${kind}`)}{' '}
      {person ? (
        <Link to={`/profile/${encodeURIComponent(id)}`} title={id}>
          {name ? `@${name}` : shortenId(id)}
        </Link>
      ) : (
        id
      )}
    </>
  );
}

function Postings({ postings }: Pick<JournalEntry, 'postings'>) {
  const { t } = useTranslation('audit');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('columns.account')}</th>
          <th scope="col" className={styles.right}>
            {t('columns.debit')}
          </th>
          <th scope="col" className={styles.right}>
            {t('columns.credit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {postings.map(({ account, name, debit, credit }) => (
          <tr key={`${account}-${debit}-${credit}`}>
            <td className={styles.account}>
              <AccountLink account={account} name={name} />
            </td>
            <td className={styles.right}>
              <CoinAmount coins={debit} hideZero />
            </td>
            <td className={styles.right}>
              <CoinAmount coins={credit} hideZero />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links of an entry: the campaign's statement, the reversed donation, all entries of the person. */
function EntryLinks({ entry }: { readonly entry: JournalEntry }) {
  const { t } = useTranslation('audit');
  const accounts = entry.postings.map(({ account }) => account);
  const crowdfunding = accounts.map(getCrowdfundingId).find((id) => id !== null);
  const owner = accounts.map(getOwnerId).find((id) => id !== null);
  return (
    <p className={styles.links}>
      {entry.type === 'REFUND' && crowdfunding && entry.reverses && (
        <Link to={getCrowdfundingPath(crowdfunding, entry.reverses)}>{t('ways.given')}</Link>
      )}
      {entry.type === 'DONATION' && crowdfunding && (
        <Link to={getCrowdfundingPath(crowdfunding, entry.id)}>{t('ways.became')}</Link>
      )}
      {crowdfunding && <Link to={getCrowdfundingPath(crowdfunding)}>{t('ways.campaign')}</Link>}
      {owner && <Link to={getEntriesPath({ profile: owner })}>{t('ways.person')}</Link>}
    </p>
  );
}

/** A journal entry with its postings and links. */
export function EntryCard({ entry }: { readonly entry: JournalEntry }) {
  const { t } = useTranslation('audit');
  const { id, position, dateTime, actor, reason, reverses } = entry;
  const type = t(`types.${entry.type}`);
  return (
    <Card as="article" className={styles.entry} aria-label={t('entries.label', { type, position })}>
      <header className={styles.entryHead}>
        <h2 className={styles.entryType}>{type}</h2>
        <UtcTime instant={dateTime} />
        <span className={styles.muted}>#{position}</span>
      </header>
      <Postings postings={entry.postings} />
      <p className={styles.muted}>
        <span title={id}>{t('entries.entry', { id: shortenId(id) })}</span> · <EntryActor actor={actor} />
        {reverses && (
          <>
            {' · '}
            <span title={reverses}>{t('entries.reverses', { id: shortenId(reverses) })}</span>
          </>
        )}
        {reason && ` · “${reason}”`}
      </p>
      <EntryLinks entry={entry} />
    </Card>
  );
}
