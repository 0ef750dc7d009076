import { test as base } from '@playwright/test';
import { createIpAddress } from './people.ts';

/** A test whose pages have their own client IP address. Otherwise, concurrent journeys would share rate limits. */
export const test = base.extend({
  // Playwright reads the fixtures that a fixture needs from its first parameter.
  // biome-ignore lint/correctness/noEmptyPattern: it needs none.
  extraHTTPHeaders: async ({}, use) => use({ 'X-Forwarded-For': createIpAddress() }),
});
