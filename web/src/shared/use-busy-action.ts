import { useState } from 'react';

/** Returns a function that runs an action, unless the action is still running, and whether it is running. */
export function useBusyAction<Args extends readonly unknown[]>(action: (...args: Args) => Promise<void>) {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (...args: Args): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    try {
      await action(...args);
    } finally {
      setIsBusy(false);
    }
  };
  return [run, isBusy] as const;
}
