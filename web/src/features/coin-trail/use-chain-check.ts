import { useCallback, useEffect, useRef, useState } from 'react';
import { type ChainVerdict, checkChain } from './check-chain.ts';
import { useLazyTrailPageQuery } from './trail-page.ts';

/** State of a check. */
export type CheckState =
  | { readonly at: 'rest' }
  | { readonly at: 'work'; readonly done: number; readonly lines: number }
  | { readonly at: 'verdict'; readonly verdict: ChainVerdict }
  | { readonly at: 'failure' };

/** Checks a campaign's chain in the browser on request; unmounting cancels the check. */
export function useChainCheck(id: string) {
  const [state, setState] = useState<CheckState>({ at: 'rest' });
  const [read] = useLazyTrailPageQuery();
  const running = useRef<symbol | null>(null);
  useEffect(
    () => () => {
      running.current = null;
    },
    [],
  );

  const check = useCallback(async () => {
    const run = Symbol('check');
    running.current = run;
    const tell = (next: CheckState): void => {
      if (running.current === run) setState(next);
    };
    tell({ at: 'work', done: 0, lines: 0 });
    const readPage = (page: number) => {
      if (running.current !== run) throw new Error('The check was left.');
      return read({ id, page }).unwrap();
    };
    try {
      const verdict = await checkChain(readPage, (done, lines) => tell({ at: 'work', done, lines }));
      tell({ at: 'verdict', verdict });
    } catch {
      tell({ at: 'failure' });
    }
  }, [id, read]);

  return { state, check };
}
