import { type AdoptionPost, createAdoption } from '../../../contract/adoption.ts';
import type { Client } from './client.ts';
import { PICTURE } from './pictures.ts';

/** Creates the form fields of an adoption. */
export const createAdoptionForm = (animal: object = {}, about: object = {}) => ({
  animal: {
    name: 'Rex',
    type: 'DOG' as const,
    breed: 'Mixed',
    age: 5,
    sex: 'M' as const,
    imageBase64: PICTURE.toString('base64'),
    ...animal,
  },
  description: 'Likes children.\nAnd cats.',
  vaccinated: true,
  sterilized: true,
  address: '1, Pond Street',
  ...about,
});

/** Offers an animal. */
export const createAnimal = (
  client: Client,
  token: string,
  animal: object = {},
  about: object = {},
): Promise<AdoptionPost> => client.ok(createAdoption, { token, body: createAdoptionForm(animal, about) });
