import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type AuditResults, useSearchAuditQuery } from '../../api/audit.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Card, EmptyState, ErrorState, Loading, TextField } from '../../ui/index.ts';
import styles from './audit.module.css';
import { EntryCard } from './entry-card.tsx';
import { getCrowdfundingPath, getEntriesPath } from './paths.ts';

function ResultList({ results }: { readonly results: AuditResults }) {
  const { t } = useTranslation('audit');
  const { profiles, crowdfundings, entries } = results;
  if (profiles.length + crowdfundings.length + entries.length === 0)
    return <EmptyState compact>{t('search.none')}</EmptyState>;
  return (
    <>
      {profiles.length > 0 && (
        <ul className={styles.problems} aria-label={t('search.people')}>
          {profiles.map(({ id, nickname, profileName }) => (
            <li key={id}>
              <Link to={getEntriesPath({ profile: id })}>{t('search.person', { name: profileName })}</Link>
              <span className={styles.owner}>@{nickname}</span>
            </li>
          ))}
        </ul>
      )}
      {crowdfundings.length > 0 && (
        <ul className={styles.problems} aria-label={t('search.campaigns')}>
          {crowdfundings.map(({ id, title }) => (
            <li key={id}>
              <Link to={getCrowdfundingPath(id)}>{t('search.campaign', { title })}</Link>
            </li>
          ))}
        </ul>
      )}
      {entries.map((entry) => (
        <EntryCard key={entry.position} entry={entry} />
      ))}
    </>
  );
}

function Results({ text }: { readonly text: string }) {
  const { t } = useTranslation('audit');
  const { currentData, error, isFetching, refetch } = useSearchAuditQuery(
    { q: text },
    { refetchOnMountOrArgChange: true },
  );
  if (currentData) return <ResultList results={currentData} />;
  if (isFetching) return <Loading label={t('search.loading')} />;
  return (
    <ErrorState error={error} onRetry={refetch}>
      {getApiFailure(error) ?? t('search.failure')}
    </ErrorState>
  );
}

/** Search field for a name, a campaign title, a receipt number or a payment id. */
export function CoinSearch() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const text = search.get('q') ?? '';
  const [draft, setDraft] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = draft.trim();
    setSearch(q ? { q } : {}, { replace: true });
  };
  return (
    <Card as="section" aria-label={t('search.title')} className={styles.search}>
      <form className={styles.searchForm} onSubmit={submit}>
        <TextField
          label={t('search.title')}
          hint={t('search.hint')}
          type="search"
          maxLength={100}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
        <Button type="submit" variant="secondary">
          {t('search.find')}
        </Button>
      </form>
      <div role="status" className={styles.results}>
        {text && <Results key={text} text={text} />}
      </div>
    </Card>
  );
}
