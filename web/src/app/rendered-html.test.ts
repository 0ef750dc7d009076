import { waitFor } from '@testing-library/react';
import { CODE_TEMPLATE_ID, RENDERED_WIDTHS } from '../../../contract/rules/rendered-page.ts';
import { discardRenderedPage, findRenderedPage, prepareRenderedPage } from './rendered-html.ts';

const { documentElement } = document;
const { matchMedia: originalMatchMedia, requestAnimationFrame: originalRequest } = globalThis;

/** Simulates the first paint. */
let paint: (() => void) | undefined;

function setWidth(isWide: boolean): void {
  globalThis.matchMedia = () => ({ matches: isWide }) as MediaQueryList;
}

/** Prepares a page that the server rendered in English for a wide window. */
function prepare(): void {
  documentElement.lang = 'en';
  documentElement.dataset.renderedWidth = String(RENDERED_WIDTHS.desktop);
  documentElement.dataset.renderedAt = '1000';
  prepareRenderedPage();
}

/** Simulates the end of HTML parsing. */
const parse = () => document.dispatchEvent(new Event('DOMContentLoaded'));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
  setWidth(true);
  globalThis.requestAnimationFrame = (callback) => {
    paint = () => callback(0);
    return 1;
  };
});

afterEach(() => {
  parse();
  globalThis.matchMedia = originalMatchMedia;
  globalThis.requestAnimationFrame = originalRequest;
  paint = undefined;
  for (const name of Object.keys(documentElement.dataset)) delete documentElement.dataset[name];
  localStorage.clear();
  sessionStorage.clear();
});

test('a page that fits the browser is hydrated with what the server assumed', () => {
  prepare();
  expect(findRenderedPage()).toEqual({ width: RENDERED_WIDTHS.desktop, now: 1000 });
});

test('a page without contents from the server is not hydrated', () => {
  prepareRenderedPage();
  expect(findRenderedPage()).toBeNull();
});

test.each<[string, () => void]>([
  ['another layout', () => setWidth(false)],
  ['another language', () => localStorage.setItem('language', 'es')],
  ['an account', () => localStorage.setItem('token', 'a token')],
  ['a collapsed menu', () => localStorage.setItem('menuCollapsed', 'true')],
  ['a chosen town', () => localStorage.setItem('town', '{}')],
  ['a draft in this tab', () => sessionStorage.setItem('drafts', '[]')],
])('a page is hidden in a browser with %s, and then replaced', (_, choose) => {
  choose();
  prepare();
  expect(documentElement.dataset.rendered).toBe('unsuitable');
  expect(findRenderedPage()).toBeNull();
  const root = document.createElement('div');
  root.innerHTML = '<p>From the server</p>';
  discardRenderedPage(root);
  expect([root.childElementCount, documentElement.dataset.rendered]).toEqual([0, 'discarded']);
});

describe('the code of a page', () => {
  beforeEach(() => {
    document.body.innerHTML = `<template id="${CODE_TEMPLATE_ID}"><meta name="code"></template>`;
  });

  afterEach(() => {
    document.body.innerHTML = '';
    findCode()?.remove();
  });

  const findCode = () => document.head.querySelector('meta[name="code"]');

  test('is loaded after the first paint', async () => {
    prepare();
    parse();
    expect([findCode(), typeof paint]).toEqual([null, 'function']);
    paint?.();
    await waitFor(() => expect(findCode()).not.toBeNull());
  });

  test('is loaded at once if the page does not suit the browser', () => {
    setWidth(false);
    prepare();
    parse();
    expect([findCode() !== null, paint]).toEqual([true, undefined]);
  });
});

/** Presses a button. Returns whether the browser handles the press. */
function press(): boolean {
  const button = document.createElement('button');
  document.body.append(button);
  const isAllowed = button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  button.remove();
  return isAllowed;
}

test('a button waits for the client, and no longer when the page is discarded', () => {
  prepare();
  expect(press()).toBe(false);
  discardRenderedPage(document.createElement('div'));
  expect(press()).toBe(true);
});
