import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';

/**
 * Creates a throttled action. Several calls run the action only once, `waitMs` milliseconds after the first call.
 * Accounts with many followers receive several updates per second.
 */
export function createThrottledThunk<State>(
  createAction: () => UnknownAction | ThunkAction<unknown, State, unknown, UnknownAction>,
  waitMs: number,
): () => ThunkAction<void, State, unknown, UnknownAction> {
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
