import { adoptionApi } from './adoption.ts';

/** Writes of animals. */
export const { useCreateAdoptionMutation, useMarkAdoptedMutation, useDeleteAdoptionMutation } =
  adoptionApi.enhanceEndpoints({
    endpoints: {
      createAdoption: {
        invalidatesTags: (response) => (response ? ['Animals'] : []),
        extraOptions: { networkFailure: 'shared:failures.saveAnimal' },
      },
      markAdopted: {
        invalidatesTags: ['Animals'],
        extraOptions: { networkFailure: 'shared:failures.adoptAnimal' },
      },
      deleteAdoption: {
        invalidatesTags: ['Animals'],
        extraOptions: { networkFailure: 'shared:failures.deleteAnimal' },
      },
    },
  });
