import type { Language } from './languages.ts';

/** Widths of the window for which the server renders pages, in pixels. */
export const RENDERED_WIDTHS = { phone: 360, desktop: 1280 } as const;

/** Id of the template with the elements that load the code of a rendered page. */
export const CODE_TEMPLATE_ID = 'code';

/** What the server assumes about a browser when it renders a page. */
export interface RenderedPage {
  /** Width of the window, in pixels. */
  readonly width: number;
  /** Time, in milliseconds since 1970. */
  readonly now: number;
}

/** A page that the server renders for a visitor. */
export interface PageToRender extends RenderedPage {
  readonly url: string;
  readonly language: Language;
  /** Settings of the system, as the `data-` attributes of the page. */
  readonly settings: Readonly<Record<string, string>>;
  /** The responses of its first screen, as JSON of `FirstRead[]`. */
  readonly reads: string;
}
