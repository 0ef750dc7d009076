import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { viewerChanged } from './session.ts';

/** Ids of the profiles that the reader blocks or mutes, as far as they are loaded. */
export interface HiddenState {
  readonly ids: readonly string[];
}

const initialState: HiddenState = { ids: [] };

export const hiddenSlice = createSlice({
  name: 'hidden',
  initialState,
  reducers: {
    hiddenProfilesLoaded(state, { payload }: PayloadAction<readonly string[]>) {
      state.ids = [...payload];
    },
    hidingChanged(state, { payload: { id, isHidden } }: PayloadAction<{ id: string; isHidden: boolean }>) {
      state.ids = state.ids.filter((known) => known !== id);
      if (isHidden) state.ids.push(id);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(viewerChanged, () => initialState);
  },
  selectors: {
    selectHiddenIds: (state) => state.ids,
  },
});

export const { hiddenProfilesLoaded, hidingChanged } = hiddenSlice.actions;
export const { selectHiddenIds } = hiddenSlice.selectors;
