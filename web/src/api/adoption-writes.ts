import { adoptionApi } from './adoption.ts';

/** Mutations for adoption posts. */
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
