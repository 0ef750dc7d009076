import type { UnknownAction } from '@reduxjs/toolkit';
import type { AppThunk } from './state.ts';

/** Creates an action that runs once, `waitMs` milliseconds after the first of several calls. */
export function createThrottledThunk(
  createAction: () => UnknownAction | AppThunk<unknown>,
  waitMs: number,
): () => AppThunk {
  const waitingStores = new WeakSet<object>();
  return () => (dispatch) => {
    if (waitingStores.has(dispatch)) return;
    waitingStores.add(dispatch);
    setTimeout(() => {
      waitingStores.delete(dispatch);
      dispatch(createAction() as UnknownAction);
    }, waitMs);
  };
}
