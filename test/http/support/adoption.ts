import { type AdoptionPost, createAdoption } from '../../../contract/adoption.ts';
import type { Client } from './client.ts';
import { PICTURE } from './pictures.ts';

/** Creates an adoption form. `animal` and `details` override the default fields of the animal and of the form. */
export const createAdoptionForm = (animal: object = {}, details: object = {}) => ({
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
  ...details,
});

/** Offers an animal for adoption. */
export const createAnimal = (
  client: Client,
  token: string,
  animal: object = {},
  details: object = {},
): Promise<AdoptionPost> => client.ok(createAdoption, { token, body: createAdoptionForm(animal, details) });
