import { test as base } from '@playwright/test';
import { createIpAddress } from './people.ts';

/** A test whose pages have their own client address, so that concurrent journeys are not throttled together. */
export const test = base.extend({
  // Playwright reads the fixtures that a fixture needs from its first parameter.
  // biome-ignore lint/correctness/noEmptyPattern: it needs none.
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': createIpAddress() }),
});
