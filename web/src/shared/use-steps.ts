import { useLocation, useNavigate } from 'react-router-dom';

interface StepEntry {
  readonly step?: number;
  readonly previousStep?: number;
}

/** Keeps the open step in the browser history. The step is at most `farthest`, because a reload loses all values. */
export function useSteps(farthest: number) {
  const navigate = useNavigate();
  const entry = (useLocation().state ?? {}) as StepEntry;
  const step = Math.min(entry.step ?? 0, farthest);

  const open = (next: number) => {
    if (next === entry.previousStep && next < step) return navigate(-1);
    const state = { ...entry, step: next, previousStep: step } satisfies StepEntry;
    return navigate('.', { state, preventScrollReset: true });
  };

  return { step, open };
}
