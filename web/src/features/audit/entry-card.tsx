import { Link } from 'react-router-dom';
import type { JournalEntry } from '../../api/audit.ts';
import { Card } from '../../ui/index.ts';
import { campaignAddress, campaignOf, entriesAddress, ownerOf, shortId } from './addresses.ts';
import styles from './audit.module.css';
import { AccountLink, Figure, UtcTime } from './pieces.tsx';
import { ENTRY_TYPES } from './words.ts';

const ACTORS = {
  account: 'by',
  staff: 'by staff',
  system: 'by the system:',
  operator: 'by an operator:',
};

/** Who caused an entry; people's profiles can be looked at. */
function Cause({ actor: { kind, id, name } }: Pick<JournalEntry, 'actor'>) {
  const person = kind === 'account' || kind === 'staff';
  return (
    <>
      {ACTORS[kind]}{' '}
      {person ? (
        <Link to={`/profile/${encodeURIComponent(id)}`} title={id}>
          {name ? `@${name}` : shortId(id)}
        </Link>
      ) : (
        id
      )}
    </>
  );
}

function Postings({ postings }: Pick<JournalEntry, 'postings'>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col" className={styles.right}>
            Debit
          </th>
          <th scope="col" className={styles.right}>
            Credit
          </th>
        </tr>
      </thead>
      <tbody>
        {postings.map(({ account, name, debit, credit }) => (
          <tr key={`${account}-${debit}-${credit}`}>
            <td>
              <AccountLink account={account} name={name} />
            </td>
            <td className={styles.right}>
              <Figure coins={debit} blank />
            </td>
            <td className={styles.right}>
              <Figure coins={credit} blank />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where an entry leads: the campaign's statement, the donation that it gives back, all of the person's entries. */
function EntryLinks({ entry }: { readonly entry: JournalEntry }) {
  const accounts = entry.postings.map(({ account }) => account);
  const campaign = accounts.map(campaignOf).find((id) => id !== null);
  const owner = accounts.map(ownerOf).find((id) => id !== null);
  return (
    <p className={styles.links}>
      {entry.type === 'REFUND' && campaign && entry.reverses && (
        <Link to={campaignAddress(campaign, entry.reverses)}>The donation it gives back</Link>
      )}
      {entry.type === 'DONATION' && campaign && (
        <Link to={campaignAddress(campaign, entry.id)}>What became of it</Link>
      )}
      {campaign && <Link to={campaignAddress(campaign)}>Campaign’s statement</Link>}
      {owner && <Link to={entriesAddress({ profile: owner })}>All of this person</Link>}
    </p>
  );
}

/** An entry of the journal with its postings, and the ways on from it. */
export function EntryCard({ entry }: { readonly entry: JournalEntry }) {
  const { id, position, type, dateTime, actor, reason, reverses } = entry;
  return (
    <Card as="article" className={styles.entry} aria-label={`${ENTRY_TYPES[type]} at ${position}`}>
      <header className={styles.entryHead}>
        <h2 className={styles.entryType}>{ENTRY_TYPES[type]}</h2>
        <UtcTime instant={dateTime} />
        <span className={styles.muted}>#{position}</span>
      </header>
      <Postings postings={entry.postings} />
      <p className={styles.muted}>
        <span title={id}>Entry {shortId(id)}</span> · <Cause actor={actor} />
        {reverses && (
          <>
            {' · '}
            <span title={reverses}>takes back {shortId(reverses)}</span>
          </>
        )}
        {reason && ` · “${reason}”`}
      </p>
      <EntryLinks entry={entry} />
    </Card>
  );
}
