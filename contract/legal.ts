import { z } from 'zod';
import { defineCall } from './call.ts';
import { legalEndpoints } from './endpoints/legal.ts';
import { oneOf } from './fields.ts';
import { routeNotFound } from './problems.ts';
import { LANGUAGES } from './rules/languages.ts';

/** Legal documents whose text operators can replace. */
export const LEGAL_DOCUMENTS = ['terms', 'privacy'] as const;
/** Name of a legal document in its path. */
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number];

export const getLegalText = defineCall({
  ...legalEndpoints.getLegalText,
  summary: 'Returns the terms and conditions or the privacy policy, as HTML without a title',
  audience: 'all',
  params: z.object({
    document: oneOf(LEGAL_DOCUMENTS, routeNotFound),
    language: oneOf(LANGUAGES, routeNotFound),
  }),
  response: z.object({ html: z.string() }).meta({ id: 'LegalText' }),
  errors: ['NOT_FOUND'],
});
