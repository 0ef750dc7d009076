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

/** The animal of a chat, which may have been removed since. */
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
 * Returns an animal's picture, and a callback for when it fails to load. Pictures of hidden owners are visible to
 * staff only, pictures of taken-down animals to their owner and staff. These require the session's token, so the
 * picture is fetched and shown as a data URL.
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
