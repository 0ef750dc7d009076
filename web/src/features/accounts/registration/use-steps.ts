import { useLocation, useNavigate } from 'react-router-dom';

interface StepEntry {
  readonly step?: number;
  /** Index of the previous step. */
  readonly cameFrom?: number;
}

/**
 * Returns the open step and a function that opens a step. The step is stored in browser history, so that the back
 * button returns to the previous step. It is limited to `farthest`, because a reload loses all values.
 */
export function useSteps(farthest: number) {
  const navigate = useNavigate();
  const entry = (useLocation().state ?? {}) as StepEntry;
  const step = Math.min(entry.step ?? 0, farthest);

  const open = (next: number) => {
    if (next === entry.cameFrom && next < step) return navigate(-1);
    const state = { ...entry, step: next, cameFrom: step } satisfies StepEntry;
    return navigate('.', { state, preventScrollReset: true });
  };

  return { step, open };
}
