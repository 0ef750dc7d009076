import { useEffect, useRef, useState } from 'react';
import { type ChainVerdict, checkChain } from './check-chain.ts';
import { useLazyTrailPageQuery } from './trail-page.ts';

/** State of a chain verification. */
export type CheckState =
  | { readonly status: 'rest' }
  | { readonly status: 'work'; readonly done: number; readonly lines: number }
  | { readonly status: 'verdict'; readonly verdict: ChainVerdict }
  | { readonly status: 'failure' };

/** Verifies a campaign's chain in the browser on request. Unmounting cancels the verification. */
export function useChainCheck(id: string) {
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
      if (running.current !== run) throw new Error('The check was left.');
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
