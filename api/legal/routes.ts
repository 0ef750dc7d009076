import { getLegalText } from '../../contract/legal.ts';
import { type AnyRoute, defineRoute } from '../http/route.ts';
import type { LegalTexts } from './texts.ts';

/** Creates the route of the legal texts. */
export const createLegalRoutes = (texts: LegalTexts): readonly AnyRoute[] => [
  defineRoute(getLegalText, async ({ params: { document, language } }) => ({
    html: texts[language][document],
  })),
];
