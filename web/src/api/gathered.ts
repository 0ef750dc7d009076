import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';

/**
 * Makes one act of all that asks for it within a time, in milliseconds, at the end of that time: whoever is followed by many
 * hears of several things a second.
 */
export function gathered<State>(
  act: () => UnknownAction | ThunkAction<unknown, State, unknown, UnknownAction>,
  waitMs: number,
): () => ThunkAction<void, State, unknown, UnknownAction> {
  const waiting = new WeakSet<object>();
  return () => (dispatch) => {
    if (waiting.has(dispatch)) return;
    waiting.add(dispatch);
    setTimeout(() => {
      waiting.delete(dispatch);
      dispatch(act() as UnknownAction);
    }, waitMs);
  };
}
