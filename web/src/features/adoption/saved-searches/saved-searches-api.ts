import { savedSearchesEndpoints } from '../../../../../contract/endpoints/saved-searches.ts';
import { kindraApi } from '../../../api/base.ts';
import { createEndpoints } from '../../../api/endpoints.ts';

export const { useGetSavedSearchesQuery, useSaveSearchMutation, useDeleteSearchMutation } = kindraApi
  .injectEndpoints({ endpoints: createEndpoints(savedSearchesEndpoints) })
  .enhanceEndpoints({
    endpoints: {
      getSavedSearches: { providesTags: ['SavedSearches'], extraOptions: { isQuiet: true } },
      saveSearch: {
        invalidatesTags: (response) => (response ? ['SavedSearches'] : []),
        extraOptions: { isQuiet: true },
      },
      deleteSearch: { invalidatesTags: ['SavedSearches'] },
    },
  });
