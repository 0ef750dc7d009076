import { test as base } from '@playwright/test';
import { createIpAddress } from './people.ts';

/** A journey whose pages have a client address of their own, so that journeys are not throttled together. */
export const test = base.extend({
  // Playwright reads the fixtures that a fixture needs from its first parameter.
  // biome-ignore lint/correctness/noEmptyPattern: it needs none.
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': createIpAddress() }),
});
