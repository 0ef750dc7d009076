import { getLegalText } from '../../contract/legal.ts';
import { type AnyRoute, defineRoute } from '../http/route.ts';
import type { RenderLegalText } from './texts.ts';

/** Creates the route for the legal texts. */
export const createLegalRoutes = (renderText: RenderLegalText): readonly AnyRoute[] => [
  defineRoute(getLegalText, async ({ params: { document, language } }) => ({
    html: await renderText(document, language),
  })),
];
