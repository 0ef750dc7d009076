import { Link, useParams, useSearchParams } from 'react-router-dom';
import { TRAIL_PAGE_SIZE } from '../../../../contract/rules/coin-trail.ts';
import { useGetCrowdfundingQuery } from '../../api/crowdfunding.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useEntity } from '../../api/stored-entities.ts';
import { formatNumber, getDisplayName, useTranslation } from '../../i18n/index.ts';
import { formatKindracoins } from '../../shared/crowdfunding/coins.ts';
import { LINE_PARAMETER } from '../../shared/giving/trail-path.ts';
import { EmptyState, ErrorState, LinkButton, Loading } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { ChainCheck } from './chain-check.tsx';
import styles from './coin-trail-page.module.css';
import { TrailLines } from './trail-lines.tsx';
import { type CoinTrail, useTrailPageQuery } from './trail-page.ts';

/** Parses a positive integer from the URL. Returns null for any other string. */
const parsePositive = (text: string | null): number | null =>
  /^[1-9]\d{0,7}$/.test(text ?? '') ? Number(text) : null;

/** Returns the page and the marked line from the query string. A marked line determines the page. */
function parseAddress(search: URLSearchParams): { readonly page: number; readonly line: number | null } {
  const line = parsePositive(search.get(LINE_PARAMETER));
  return { line, page: line ? Math.ceil(line / TRAIL_PAGE_SIZE) : (parsePositive(search.get('page')) ?? 1) };
}

function Pagination({ page, pages }: { readonly page: number; readonly pages: number }) {
  const { t } = useTranslation('coin-trail');
  if (pages <= 1) return null;
  const to = (target: number, label: string) =>
    target >= 1 && target <= pages && target !== page ? (
      <LinkButton to={`?page=${target}`} variant="secondary" size="small">
        {label}
      </LinkButton>
    ) : null;
  return (
    <nav className={styles.pages} aria-label={t('pages.label')}>
      {to(1, t('pages.oldest'))}
      {to(page - 1, t('pages.earlier'))}
      <span>{t('pages.place', { page: formatNumber(page), pages: formatNumber(pages) })}</span>
      {to(page + 1, t('pages.later'))}
      {to(pages, t('pages.newest'))}
    </nav>
  );
}

/** Link to the campaign, labelled with its title. Renders nothing if the campaign cannot be loaded. */
function CrowdfundingLink({ id }: { readonly id: string }) {
  const crowdfunding = useEntity('crowdfunding', id);
  if (!crowdfunding) return null;
  return (
    <p className={styles.campaign}>
      <Link to={`/crowdfundings/${id}`}>{getDisplayName(crowdfunding.title)}</Link>
    </p>
  );
}

interface TrailProps {
  readonly trail: CoinTrail;
  readonly page: number;
  readonly line: number | null;
}

function Trail({ trail, page, line }: TrailProps) {
  const { t } = useTranslation('coin-trail');
  const { crowdfundingId, items, lines, held, head } = trail;
  const pages = Math.ceil(lines / TRAIL_PAGE_SIZE);
  return (
    <>
      <CrowdfundingLink id={crowdfundingId} />
      <dl className={styles.sums}>
        <div>
          <dt>{t('heldNow')}</dt>
          <dd>{formatKindracoins(held)}</dd>
        </div>
        <div>
          <dt>{t('lines')}</dt>
          <dd>{formatNumber(lines)}</dd>
        </div>
      </dl>
      <ChainCheck key={crowdfundingId} id={crowdfundingId} head={head} />
      {items.length > 0 ? (
        <TrailLines items={items} markedLine={line} />
      ) : (
        <EmptyState>{t(lines === 0 ? 'none' : 'beyond')}</EmptyState>
      )}
      <Pagination page={page} pages={pages} />
    </>
  );
}

/** Coin trail of a campaign: all coin movements, as a hash chain that users can verify. */
export function CoinTrailPage() {
  const { t } = useTranslation('coin-trail');
  const { crowdfundingId = '' } = useParams();
  const [search] = useSearchParams();
  const { page, line } = parseAddress(search);
  const { currentData, error, isError, refetch } = useTrailPageQuery(
    { id: crowdfundingId, page },
    { refetchOnMountOrArgChange: true },
  );
  const isMissing = getApiFailure(error)?.status === 404;
  // Loaded before the trail is shown, because a title that arrives late would move the page.
  const { isLoading: isTitleLoading } = useGetCrowdfundingQuery(
    { id: crowdfundingId },
    { skip: !currentData },
  );
  const trail = isTitleLoading ? undefined : currentData;
  return (
    <Page width="52rem">
      <PageHeader
        title={t('title')}
        back={{ to: `/crowdfundings/${encodeURIComponent(crowdfundingId)}`, label: t('back') }}
      />
      {trail && <Trail trail={trail} page={page} line={line} />}
      {!trail && !isError && <Loading />}
      {!trail && isMissing && <EmptyState>{t('missing')}</EmptyState>}
      {!trail && isError && !isMissing && <ErrorState onRetry={refetch}>{t('failure')}</ErrorState>}
    </Page>
  );
}
