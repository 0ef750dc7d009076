import { useLocation, useNavigate } from 'react-router-dom';

interface StepEntry {
  readonly step?: number;
  /** The step that led here. */
  readonly cameFrom?: number;
}

/**
 * The open step, kept in the browser's history so that its back button goes a step back. Never beyond `farthest`:
 * after a reload nothing that was typed is left.
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
