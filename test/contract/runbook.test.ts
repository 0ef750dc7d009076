import { readFile } from 'node:fs/promises';
import { EVENT_TYPES } from '../../adapters/payments/stripe/notice.ts';
import { workerNames } from '../../workers/main.ts';

const readRunbook = (): Promise<string> =>
  readFile(new URL('../../docs/runbook.md', import.meta.url), 'utf8');

test('the runbook starts existing workers', async () => {
  const runbook = await readRunbook();
  const partNames = [...runbook.matchAll(/--only ([\w,-]+)/g)].flatMap(([, names = '']) => names.split(','));
  expect(partNames.length).toBeGreaterThan(1);
  expect(workerNames).toEqual(expect.arrayContaining(partNames));
});

test('the runbook registers the webhook endpoint at Stripe for exactly the processed events', async () => {
  const runbook = await readRunbook();
  const eventTypes = [...runbook.matchAll(/enabled_events\[\]=([\w.]+)/g)].map(([, type]) => type);
  expect(eventTypes).toEqual([...EVENT_TYPES]);
});
