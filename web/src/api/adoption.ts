import { useState } from 'react';
import type { AdoptionPost } from '../../../api/contract/adoption.ts';
import type { AdoptionForm } from '../../../api/contract/rules.ts';
import { isStaff, useUser } from '../state/session.ts';
import { kindraApi } from './base.ts';
import { KEEP_LIST_S, type Page, pagedBy, toPage } from './paging.ts';
import { asDataUrl } from './picture.ts';

/** An animal for adoption as the API tells of it. */
export type Animal = AdoptionPost;

/** Which animals are looked for, as the query of the call; what is left out does not matter. */
export type AnimalFilter = Readonly<
  Partial<Record<'type' | 'sex' | 'minAge' | 'maxAge' | 'vaccinated' | 'sterilized' | 'text', string>>
>;

/** What offering an animal takes; the same key for the same content makes sending it again harmless. */
export interface NewAnimal {
  readonly form: AdoptionForm;
  /** A data URL of a JPEG. */
  readonly imageBase64: string;
  readonly key: string;
}

const pictureAddress = (id: string): string => `/api/adopt/${encodeURIComponent(id)}/image`;

const searched = (filter: AnimalFilter): string => {
  const search = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return search.size > 0 ? `/api/adopt/animals?${search}` : '/api/adopt/animals';
};

const bodyOf = ({ form, imageBase64 }: NewAnimal) => {
  const { description, address, vaccinated, sterilized, ...animal } = form;
  return { animal: { ...animal, imageBase64 }, description, address, vaccinated, sterilized };
};

const adoption = kindraApi.enhanceEndpoints({ addTagTypes: ['Animals'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Animals that look for a home, newest first. */
    animals: build.infiniteQuery<Page<Animal>, AnimalFilter, string>({
      infiniteQueryOptions: pagedBy<Animal>(''),
      query: ({ queryArg, pageParam }) => pageParam || searched(queryArg),
      transformResponse: (animals: Animal[], meta) => toPage(animals, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      providesTags: ['Animals'],
      extraOptions: { networkFailure: 'Error getting animals.' },
    }),

    /** Animals of a profile, by its nickname, adopted ones too, newest first. */
    profileAnimals: build.infiniteQuery<Page<Animal>, string, string>({
      infiniteQueryOptions: pagedBy<Animal>(''),
      query: ({ queryArg, pageParam }) => pageParam || `/api/adopt/profile/${encodeURIComponent(queryArg)}`,
      transformResponse: (animals: Animal[], meta) => toPage(animals, meta),
      keepUnusedDataFor: KEEP_LIST_S,
      providesTags: ['Animals'],
      extraOptions: { networkFailure: 'Error getting animals.' },
    }),

    animalPicture: build.query<string, string>({
      query: (id) => asDataUrl(pictureAddress(id)),
      extraOptions: { quiet: true },
    }),

    createAdoption: build.mutation<Animal, NewAnimal>({
      query: (animal) => ({
        url: '/api/adopt',
        method: 'POST',
        body: bodyOf(animal),
        idempotencyKey: animal.key,
      }),
      invalidatesTags: (answer) => (answer ? ['Animals'] : []),
      extraOptions: { networkFailure: 'Error saving adoption.' },
    }),

    markAdopted: build.mutation<Animal, string>({
      query: (id) => ({ url: `/api/adopt/adopted/${encodeURIComponent(id)}`, method: 'PUT' }),
      invalidatesTags: ['Animals'],
      extraOptions: { networkFailure: 'Error changing adoption status.' },
    }),

    deleteAdoption: build.mutation<unknown, string>({
      query: (id) => ({ url: `/api/adopt/delete/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Animals'],
      extraOptions: { networkFailure: 'Error deleting adoption.' },
    }),
  }),
});

export const {
  useAnimalsInfiniteQuery,
  useProfileAnimalsInfiniteQuery,
  useCreateAdoptionMutation,
  useMarkAdoptedMutation,
  useDeleteAdoptionMutation,
} = adoption;

const { useAnimalPictureQuery } = adoption;

/**
 * Where the picture of an animal is, and what to call when there is nothing. That of an owner who is out of sight is for
 * staff alone, and that of an animal that is taken down for its owner and staff: an address without a token shows neither.
 */
export function useAnimalPicture({ id, takenDown }: Pick<Animal, 'id' | 'takenDown'>) {
  const [broken, setBroken] = useState(false);
  const isRestricted = isStaff(useUser()?.role) || takenDown !== undefined;
  const { data } = useAnimalPictureQuery(id, { skip: !broken || !isRestricted });
  return { picture: data ?? pictureAddress(id), onBroken: () => setBroken(true) };
}
