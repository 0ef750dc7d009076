import { Link2, ShieldCheck, ShieldX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, translateMessage, useTranslation } from '../../i18n/index.ts';
import { Button, Card, ProgressBar } from '../../ui/index.ts';
import { type ChainVerdict, canCheck, checkChain } from './check-chain.ts';
import styles from './coin-trail-page.module.css';
import { useLazyTrailPageQuery } from './trail-page.ts';

type CheckState =
  | { readonly status: 'rest' }
  | { readonly status: 'work'; readonly done: number; readonly lines: number }
  | { readonly status: 'verdict'; readonly verdict: ChainVerdict }
  | { readonly status: 'failure' };

/** Verifies a campaign's chain in the browser on request. Unmounting cancels the verification. */
function useChainCheck(id: string) {
  const [state, setState] = useState<CheckState>({ status: 'rest' });
  const [read] = useLazyTrailPageQuery();
  const running = useRef<symbol | null>(null);
  useEffect(
    () => () => {
      running.current = null;
    },
    [],
  );

  const check = async () => {
    const run = Symbol('check');
    running.current = run;
    const update = (nextState: CheckState): void => {
      if (running.current === run) setState(nextState);
    };
    update({ status: 'work', done: 0, lines: 0 });
    const readPage = (page: number) => {
      if (running.current !== run) throw new Error('The check was cancelled.');
      return read({ id, page }).unwrap();
    };
    try {
      const verdict = await checkChain(readPage, (done, lines) => update({ status: 'work', done, lines }));
      update({ status: 'verdict', verdict });
    } catch {
      update({ status: 'failure' });
    }
  };

  return { state, check };
}

function CheckResult({ state }: { readonly state: CheckState }) {
  const { t } = useTranslation('coin-trail');
  if (state.status === 'failure') return <p>{t('check.failure')}</p>;
  if (state.status !== 'verdict') return null;
  const { verdict } = state;
  if (!verdict.isIntact)
    return (
      <p className={styles.broken}>
        <ShieldX size={22} aria-hidden="true" />
        <span>
          {t('check.broken', {
            line: formatNumber(verdict.sequence),
            fault: translateMessage(verdict.fault),
          })}
        </span>
      </p>
    );
  const { lines, heldCoins } = verdict;
  return (
    <p className={styles.sound}>
      <ShieldCheck size={22} aria-hidden="true" />
      <span>
        {t('check.sound', {
          fit: t('check.fit', { count: lines, lines: formatNumber(lines) }),
          held: t('check.held', { count: heldCoins, amount: formatNumber(heldCoins) }),
        })}
      </span>
    </p>
  );
}

/** Explains the hash chain and verifies it in the browser. */
export function ChainCheck({ id, head }: { readonly id: string; readonly head: string }) {
  const { t } = useTranslation('coin-trail');
  const { state, check } = useChainCheck(id);
  const isChecking = state.status === 'work';
  return (
    <Card>
      <div className={styles.check}>
        <h2>{t('check.title')}</h2>
        <p>{t('check.text')}</p>
        <p className={styles.head}>
          <Link2 size={18} aria-hidden="true" />
          <span className="visually-hidden">{t('check.last')}</span>
          <code>{head}</code>
        </p>
        {canCheck() ? (
          <Button busy={isChecking} onClick={() => void check()}>
            {t('check.button')}
          </Button>
        ) : (
          <p>{t('check.insecure')}</p>
        )}
        {isChecking && (
          <ProgressBar
            label={t('check.progress')}
            value={state.done}
            max={Math.max(1, state.lines)}
            valueText={t('check.progressText', {
              done: formatNumber(state.done),
              lines: formatNumber(state.lines),
            })}
          />
        )}
        <div role="status">
          <CheckResult state={state} />
        </div>
      </div>
    </Card>
  );
}
