import { Link2, ShieldCheck, ShieldX } from 'lucide-react';
import { Button, Card, ProgressBar, pluralise } from '../../ui/index.ts';
import { canCheck } from './check-chain.ts';
import styles from './coin-trail-page.module.css';
import { type CheckState, useChainCheck } from './use-chain-check.ts';

const whole = new Intl.NumberFormat('en');

function Outcome({ state }: { readonly state: CheckState }) {
  if (state.at === 'failure') return <p>The lines could not all be fetched. Check again in a moment.</p>;
  if (state.at !== 'verdict') return null;
  const { verdict } = state;
  if (!verdict.sound)
    return (
      <p className={styles.broken}>
        <ShieldX size={22} aria-hidden="true" />
        <span>
          The chain is broken at line {whole.format(verdict.sequence)}. {verdict.fault}
        </span>
      </p>
    );
  const { lines, held } = verdict;
  return (
    <p className={styles.sound}>
      <ShieldCheck size={22} aria-hidden="true" />
      <span>
        {lines === 1 ? 'The one line fits' : `All ${whole.format(lines)} lines fit`}: nothing was changed,
        added or left out, and {whole.format(held)} {pluralise('kindracoin', held)}{' '}
        {held === 1 ? 'is' : 'are'} held.
      </span>
    </p>
  );
}

/** Explains the chain of hashes, and has the browser compute it again. */
export function ChainCheck({ id, head }: { readonly id: string; readonly head: string }) {
  const { state, check } = useChainCheck(id);
  const working = state.at === 'work';
  return (
    <Card>
      <div className={styles.check}>
        <h2>Check it yourself</h2>
        <p>
          Each line carries a fingerprint of itself and of the line before. Whoever changed one line would
          have to change all that follow, and the last fingerprint would be another one. Note it down, and
          compare it when you come back.
        </p>
        <p className={styles.head}>
          <Link2 size={18} aria-hidden="true" />
          <span className="visually-hidden">Last fingerprint: </span>
          <code>{head}</code>
        </p>
        {canCheck() ? (
          <Button busy={working} onClick={() => void check()}>
            Check the chain
          </Button>
        ) : (
          <p>Your browser checks chains only on a secure connection (https).</p>
        )}
        {working && (
          <ProgressBar
            label="Checking the chain"
            value={state.done}
            max={Math.max(1, state.lines)}
            valueText={`${state.done} of ${state.lines} lines`}
          />
        )}
        <div role="status">
          <Outcome state={state} />
        </div>
      </div>
    </Card>
  );
}
