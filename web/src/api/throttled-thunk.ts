import type { UnknownAction } from '@reduxjs/toolkit';
import type { AppThunk } from './state.ts';

/**
 * Creates a throttled action. Several calls run the action only once, `waitMs` milliseconds after the first call.
 * Accounts with many followers receive several updates per second.
 */
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
