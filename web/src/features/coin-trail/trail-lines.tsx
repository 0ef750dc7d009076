import { ArrowDownLeft, ArrowUpRight, Gift } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { TrailItem } from '../../api/coin-trail.ts';
import { RelativeTime, truncate } from '../../ui/index.ts';
import styles from './coin-trail-page.module.css';

const whole = new Intl.NumberFormat('en');

const KINDS = {
  DONATION: { Icon: ArrowDownLeft, look: styles.in, sign: '+', sentence: 'gave' },
  REFUND: { Icon: ArrowUpRight, look: styles.out, sign: '−', sentence: 'got back' },
  RELEASE: {
    Icon: Gift,
    look: styles.given,
    sign: '−',
    sentence: 'The creator received all that was raised',
  },
} as const;

function Who({ kind, donor }: Pick<TrailItem, 'kind' | 'donor'>) {
  const { sentence } = KINDS[kind];
  if (kind === 'RELEASE') return <span>{sentence}</span>;
  if (!donor?.nickname) return <span>Somebody {sentence}</span>;
  return (
    <span>
      <Link to={`/profile/${encodeURIComponent(donor.nickname)}`}>
        {truncate(donor.profileName || donor.nickname)}
      </Link>{' '}
      {sentence}
    </span>
  );
}

function Line({ item }: { readonly item: TrailItem }) {
  const { sequence, kind, donor, timestamp, amount, total, previousHash, hash } = item;
  const { Icon, look, sign } = KINDS[kind];
  return (
    <li className={styles.line}>
      <span className={styles.sequence}>
        <span className="visually-hidden">Line </span>
        {whole.format(sequence)}
      </span>
      <span className={look} aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className={styles.what}>
        <Who kind={kind} donor={donor} />
        <span className={styles.when}>
          <RelativeTime instant={timestamp} />
        </span>
        <details className={styles.fingerprint}>
          <summary>
            Fingerprint <code>{hash.slice(0, 8)}</code>
          </summary>
          <dl>
            <dt>Of this line</dt>
            <dd>
              <code>{hash}</code>
            </dd>
            <dt>Of the line before</dt>
            <dd>
              <code>{previousHash}</code>
            </dd>
          </dl>
        </details>
      </div>
      <div className={styles.figures}>
        <strong>
          {sign}
          {whole.format(amount)}
        </strong>
        <span className={styles.when}>{whole.format(total)} held</span>
      </div>
    </li>
  );
}

/** Lines of a trail, the oldest first. */
export function TrailLines({ items }: { readonly items: readonly TrailItem[] }) {
  return (
    <ol className={styles.lines} aria-label="What happened to the coins">
      {items.map((item) => (
        <Line key={item.sequence} item={item} />
      ))}
    </ol>
  );
}
