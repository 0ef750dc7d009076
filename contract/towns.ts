import { z } from 'zod';
import { unknownTown } from '../domain/adoption/rules.ts';
import { defineCall } from './call.ts';
import { adoptionEndpoints } from './endpoints/adoption.ts';
import { failWith, failWithNotFound, searchText } from './fields.ts';
import { searchTooLong } from './problems.ts';

/** A town from GeoNames. `region` is a state, province or similar; `country` is its ISO 3166-1 code. */
export const town = z
  .object({
    id: z.int(),
    name: z.string(),
    region: z.string(),
    country: z.string(),
    latitude: z.number(),
    longitude: z.number(),
  })
  .meta({ id: 'Town' });

const PATTERN = /^\d{1,9}$/;

/** Town id in a query. */
export const townId = z
  .string(failWith(unknownTown))
  .regex(PATTERN, failWith(unknownTown))
  .transform(Number)
  .meta({ type: 'integer' });

/** Maximum number of suggested towns. */
export const MAX_TOWNS = 8;

export const findTowns = defineCall({
  ...adoptionEndpoints.findTowns,
  summary: `Suggests up to ${MAX_TOWNS} towns with a name that contains a word starting with the text, the largest first`,
  audience: 'all',
  query: z.object({ text: searchText(searchTooLong) }),
  response: z.array(town),
});

export const getTown = defineCall({
  ...adoptionEndpoints.getTown,
  summary: 'Returns a town by its GeoNames id',
  audience: 'all',
  params: z.object({
    id: z
      .string()
      .refine((text) => PATTERN.test(text), failWithNotFound(unknownTown))
      .meta({ type: 'integer' }),
  }),
  response: town,
  errors: ['UNKNOWN_TOWN'],
});
