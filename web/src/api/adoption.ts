import { useState } from 'react';
import type { AdoptionPost } from '../../../contract/adoption.ts';
import { adoptionEndpoints } from '../../../contract/endpoints/adoption.ts';
import { isStaff, useUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { createEndpoints } from './endpoints.ts';
import { LIST_CACHE_SECONDS } from './paging.ts';
import { createAnimalPicture, type PictureSource, RESTRICTED_SIZE } from './picture-source.ts';

/** An animal offered for adoption, as returned by the API. */
export type Animal = AdoptionPost;

const LIST_OPTIONS = {
  keepUnusedDataFor: LIST_CACHE_SECONDS,
  providesTags: ['Animals' as const],
  extraOptions: { networkFailure: 'shared:animal.failure' as const },
};

/** Loads the animal that a chat refers to. The animal may have been removed since. */
const getChatAnimal = adoptionEndpoints.getAnimal;

export const adoptionApi = kindraApi
  .injectEndpoints({ endpoints: createEndpoints({ ...adoptionEndpoints, getChatAnimal }) })
  .enhanceEndpoints({
    endpoints: {
      getAnimals: LIST_OPTIONS,
      profileAnimals: LIST_OPTIONS,
      getAnimal: {
        providesTags: ['Animals'],
        extraOptions: { networkFailure: 'shared:animal.failure' },
      },
      getChatAnimal: { providesTags: ['Animals'], extraOptions: { isQuiet: true } },
      findTowns: { extraOptions: { isQuiet: true } },
      getTown: { extraOptions: { isQuiet: true } },
      getAnimalImage: { extraOptions: { isQuiet: true } },
    },
  });

export const {
  useGetAnimalsInfiniteQuery,
  useGetAnimalQuery,
  useGetChatAnimalQuery,
  useFindTownsQuery,
  useGetTownQuery,
  useProfileAnimalsInfiniteQuery,
} = adoptionApi;

const { useGetAnimalImageQuery } = adoptionApi;

/**
 * Returns an animal's picture and a callback for load failures. Pictures of hidden owners are visible to staff only;
 * pictures of taken-down animals are visible to their owner and staff. Such pictures require the session token, so they
 * are fetched and shown as data URLs.
 */
export function useAnimalPicture({ id, takenDown, image }: Pick<Animal, 'id' | 'takenDown' | 'image'>) {
  const [broken, setBroken] = useState(false);
  const isRestricted = isStaff(useUser()?.role) || takenDown !== undefined;
  const { data } = useGetAnimalImageQuery({ id, size: RESTRICTED_SIZE }, { skip: !broken || !isRestricted });
  const picture: PictureSource = data
    ? { src: data, focus: image?.focus }
    : createAnimalPicture({ id, image });
  return { picture, onLoadError: () => setBroken(true) };
}
