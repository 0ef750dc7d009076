import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../api/audit.ts';
import { Trans, useTranslation } from '../../i18n/index.ts';
import { Card } from '../../ui/index.ts';
import styles from './audit.module.css';
import { AccountLink, CoinCell, LedgerHead, PersonLink, UtcTime } from './components.tsx';
import { EntryDetails } from './entry-details.tsx';
import { getCrowdfundingId, getCrowdfundingPath, getEntriesPath, getOwnerId } from './paths.ts';

/** Returns the translation key of the sentence that explains why the system made an entry. */
function getSystemReason({ type, crowdfunding }: JournalEntry) {
  if (type === 'RELEASE') return 'released';
  if (type === 'REFUND') return crowdfunding?.status === 'CANCELLED' ? 'refundedCancelled' : 'refundedEnded';
  return 'booked';
}

/** The actor of an entry: a person is shown by name, the system by what it did. */
function EntryActor({ entry }: { readonly entry: JournalEntry }) {
  const { t } = useTranslation('audit');
  const { actor, agreement } = entry;
  if (agreement)
    return (
      <Trans
        t={t}
        i18nKey="entries.agreed"
        components={{
          proposer: <PersonLink nickname={agreement.proposedBy.name} />,
          approver: <PersonLink nickname={agreement.approvedBy.name} />,
        }}
      />
    );
  if (actor.kind === 'system') return t(`entries.system.${getSystemReason(entry)}`);
  if (actor.kind === 'operator') return t('entries.operator');
  return (
    <Trans
      t={t}
      i18nKey={`entries.by.${actor.kind}`}
      components={{ person: <PersonLink nickname={actor.name} /> }}
    />
  );
}

/**
 * Returns the different reasons in the proposal and in the decision. System entries have a code instead, which
 * `EntryActor` shows as a sentence.
 */
const listReasons = ({ actor, reason, agreement }: JournalEntry) => [
  ...new Set([agreement?.reason, actor.kind === 'system' ? null : reason]),
];

function Postings({ postings }: Pick<JournalEntry, 'postings'>) {
  return (
    <table className={styles.table}>
      <LedgerHead columns={['account', 'debit', 'credit']} />
      <tbody>
        {postings.map(({ account, name, debit, credit }) => (
          <tr key={`${account}-${debit}-${credit}`}>
            <td className={styles.account}>
              <AccountLink account={account} name={name} />
            </td>
            <CoinCell coins={debit} shouldHideZero />
            <CoinCell coins={credit} shouldHideZero />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links from an entry: to the campaign statement, to the reversed donation and to all entries by the same person. */
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
  const { t } = useTranslation('audit', 'shared');
  const { position, dateTime } = entry;
  const type = t(`types.${entry.type}`);
  return (
    <Card as="article" className={styles.entry} aria-label={t('entries.label', { type, position })}>
      <header className={styles.entryHead}>
        <h2 className={styles.entryType}>{type}</h2>
        <UtcTime instant={dateTime} />
      </header>
      <Postings postings={entry.postings} />
      <p className={styles.muted}>
        <EntryActor entry={entry} />
      </p>
      {listReasons(entry).map(
        (reason) =>
          reason && (
            <p key={reason} className={styles.words}>
              {t('shared:reason.shown', { reason })}
            </p>
          ),
      )}
      <EntryLinks entry={entry} />
      <EntryDetails entry={entry} />
    </Card>
  );
}
