import {
  CODE_TEMPLATE_ID,
  RENDERED_WIDTHS,
  type RenderedPage,
} from '../../../contract/rules/rendered-page.ts';
import { getPreferredLanguage } from '../i18n/languages.ts';
import { browserStorage, tabStorage } from '../state/browser-storage.ts';
import { WIDE_MIN_WIDTH } from '../ui/breakpoints.ts';
import { rememberActivations } from './early-input.ts';

/** Storage keys of values that affect the first screen. The server does not know these values. */
const FIRST_SCREEN_KEYS = ['token', 'menuCollapsed', 'town'] as const;

/** Returns whether the server-rendered page matches what this browser would render. */
function isSuitable(width: number): boolean {
  const isWide = matchMedia(`(min-width: ${WIDE_MIN_WIDTH}px)`).matches;
  return (
    isWide === (width === RENDERED_WIDTHS.desktop) &&
    getPreferredLanguage() === document.documentElement.lang &&
    FIRST_SCREEN_KEYS.every((key) => browserStorage.get(key) === null) &&
    tabStorage.keys('').length === 0
  );
}

/** Activates the elements that load the code of the server-rendered page. */
function loadCode(): void {
  const template = document.querySelector<HTMLTemplateElement>(`#${CODE_TEMPLATE_ID}`);
  if (template) document.head.append(document.importNode(template.content, true));
}

/** Loads the code after the first paint, or immediately in a background tab, which is not painted. */
function loadCodeAfterPaint(): void {
  if (document.hidden) loadCode();
  else requestAnimationFrame(() => setTimeout(loadCode));
}

/** Prepares the server-rendered page before it is shown. Hides an unsuitable page until the client replaces it. */
export function prepareRenderedPage(): void {
  const { dataset } = document.documentElement;
  if (!dataset.renderedWidth) return;
  const isUsable = isSuitable(Number(dataset.renderedWidth));
  if (isUsable) rememberActivations();
  else dataset.rendered = 'unsuitable';
  document.addEventListener('DOMContentLoaded', isUsable ? loadCodeAfterPaint : loadCode, { once: true });
}

/** Returns the assumptions under which the server rendered the page, or null if there is no suitable page. */
export function findRenderedPage(): RenderedPage | null {
  const { rendered, renderedWidth, renderedAt } = document.documentElement.dataset;
  if (!renderedWidth || rendered === 'unsuitable') return null;
  return { width: Number(renderedWidth), now: Number(renderedAt) };
}

/** Removes the server-rendered page, if there is one. */
export function discardRenderedPage(root: HTMLElement): void {
  root.replaceChildren();
  document.documentElement.dataset.rendered = 'discarded';
}
