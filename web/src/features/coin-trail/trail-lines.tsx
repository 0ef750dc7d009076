import { ArrowDownLeft, ArrowUpRight, Gift } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { ProfileLink } from '../../shared/profile-link/profile-link.tsx';
import { RelativeTime, truncate } from '../../ui/index.ts';
import styles from './coin-trail-page.module.css';
import type { TrailItem } from './trail-page.ts';

const KINDS = {
  DONATION: { Icon: ArrowDownLeft, look: styles.in, sign: '+' },
  REFUND: { Icon: ArrowUpRight, look: styles.out, sign: '−' },
  RELEASE: { Icon: Gift, look: styles.given, sign: '−' },
} as const;

function TrailActor({ kind, donor, anonymous }: Pick<TrailItem, 'kind' | 'donor' | 'anonymous'>) {
  const { t } = useTranslation('coin-trail', 'ui');
  const sentence = t(`kinds.${kind}`);
  if (kind === 'RELEASE') return <span>{sentence}</span>;
  if (!donor?.nickname)
    return (
      <span>
        {t(anonymous ? 'ui:names.anonymous' : 'somebody')} {sentence}
      </span>
    );
  return (
    <span>
      <ProfileLink nickname={donor.nickname}>
        <bdi>{truncate(donor.profileName || donor.nickname)}</bdi>
      </ProfileLink>{' '}
      {sentence}
    </span>
  );
}

interface TrailLineProps {
  readonly item: TrailItem;
  readonly isMarked: boolean;
}

function TrailLine({ item, isMarked }: TrailLineProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isMarked) row.current?.scrollIntoView({ block: 'center' });
  }, [isMarked]);
  const { t } = useTranslation('coin-trail');
  const { sequence, kind, donor, anonymous, timestamp, amount, total, previousHash, hash } = item;
  const { Icon, look, sign } = KINDS[kind];
  return (
    <li ref={row} className={styles.line} aria-current={isMarked || undefined}>
      <span className={styles.sequence}>
        <span className="visually-hidden">{t('line')}</span>
        {formatNumber(sequence)}
      </span>
      <span className={look} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className={styles.what}>
        <TrailActor kind={kind} donor={donor} anonymous={anonymous} />
        <span className={styles.when}>
          <RelativeTime instant={timestamp} />
        </span>
        <details className={styles.fingerprint}>
          <summary>
            {t('fingerprint')} <code>{hash.slice(0, 8)}</code>
          </summary>
          <dl>
            <dt>{t('ofThis')}</dt>
            <dd>
              <code>{hash}</code>
            </dd>
            <dt>{t('ofBefore')}</dt>
            <dd>
              <code>{previousHash}</code>
            </dd>
          </dl>
        </details>
      </div>
      <div className={styles.figures}>
        <strong>
          {sign}
          {formatNumber(amount)}
        </strong>
        <span className={styles.when}>{t('held', { total: formatNumber(total) })}</span>
      </div>
    </li>
  );
}

interface TrailLinesProps {
  readonly items: readonly TrailItem[];
  readonly markedLine: number | null;
}

/** Coin trail lines, oldest first. */
export function TrailLines({ items, markedLine }: TrailLinesProps) {
  const { t } = useTranslation('coin-trail');
  return (
    <ol className={styles.lines} aria-label={t('list')}>
      {items.map((item) => (
        <TrailLine key={item.sequence} item={item} isMarked={item.sequence === markedLine} />
      ))}
    </ol>
  );
}
