import type { Language } from './languages.ts';

/** Window widths for which the server renders pages, in pixels. */
export const RENDERED_WIDTHS = { phone: 360, desktop: 1280 } as const;

/** Id of the HTML template with the elements that load a rendered page's code. */
export const CODE_TEMPLATE_ID = 'code';

/** Assumptions that the server makes about the browser when it renders a page. */
export interface RenderedPage {
  readonly width: number;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** Input for rendering a page for a visitor. */
export interface PageToRender extends RenderedPage {
  readonly url: string;
  readonly language: Language;
  /** System settings, as the page's `data-` attributes. */
  readonly settings: Readonly<Record<string, string>>;
  /** `FirstRead[]`, as JSON. */
  readonly reads: string;
}
