import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import type { Crowdfunding } from '../../../contract/crowdfunding.ts';
import type { LiveHint } from '../../../contract/live.ts';
import { kindraApi } from './base.ts';
import { type EntityRef, entitiesReceived, positionsReset } from './entities.ts';
import { getItems, type Pages } from './paging.ts';
import { createEntityStorage, type StoredEntities } from './stored-entities.ts';

/** Amounts and status of a campaign in a live update. */
export type CrowdfundingStanding = Extract<LiveHint, { name: 'crowdfunding-changed' }>['data'];

export type CrowdfundingsState = StoredEntities<Crowdfunding>;

const initialState: CrowdfundingsState = {};
const storage = createEntityStorage<Crowdfunding>();
const STANDING_PATCH_ID = 'standing';

/** Crowdfundings by id. RTK Query caches hold references to them. */
export const crowdfundingsSlice = createSlice({
  name: 'crowdfundings',
  initialState,
  reducers: {
    /** Stores a live update. */
    standingReceived(state, { payload: { id, position, ...change } }: PayloadAction<CrowdfundingStanding>) {
      storage.patch(state, id, { id: STANDING_PATCH_ID, position, change });
    },
  },
  extraReducers: (builder) => {
    builder.addCase(entitiesReceived, (state, { payload }) => {
      if (payload.entity === 'crowdfunding') storage.receive(state, payload.entities, payload.position);
    });
    builder.addCase(positionsReset, storage.resetPositions);
    builder.addMatcher(kindraApi.util.resetApiState.match, () => initialState);
  },
});

export const { standingReceived } = crowdfundingsSlice.actions;

type WithCrowdfundings = { readonly crowdfundings: CrowdfundingsState };

/** A campaign as screens show it; undefined when it is not stored. */
export const selectCrowdfunding = (
  { crowdfundings }: WithCrowdfundings,
  id: string | undefined,
): Crowdfunding | undefined => (id === undefined ? undefined : crowdfundings[id]?.shown);

export const useCrowdfunding = (id: string | undefined): Crowdfunding | undefined =>
  useSelector((state: WithCrowdfundings) => selectCrowdfunding(state, id));

/** The campaigns of a list as screens show them. */
export function useListedCrowdfundings(data: Pages<EntityRef> | undefined): readonly Crowdfunding[] {
  const refs = useMemo(() => getItems(data), [data]);
  return useSelector(
    (state: WithCrowdfundings) => refs.flatMap(({ id }) => selectCrowdfunding(state, id) ?? []),
    shallowEqual,
  );
}
