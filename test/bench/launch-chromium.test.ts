import { launchChromium } from './launch-chromium.ts';
import { summarizeFailure } from './table.ts';

test('explains how to install Chromium when it is missing', async () => {
  const error = await launchChromium({ executablePath: '/missing/chromium' }).catch(
    (reason: Error) => reason,
  );
  expect(summarizeFailure((error as Error).stack ?? '')).toMatch(
    /^Error: Chromium is missing\. Install it with npx playwright install --with-deps chromium/,
  );
});

test('rethrows other errors', async () => {
  await expect(launchChromium({ executablePath: '/bin/false' })).rejects.toThrow('browserType.launch');
});
