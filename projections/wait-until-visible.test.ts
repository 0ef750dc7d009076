import { projectionNames } from './registry.ts';
import { waitUntilVisible } from './wait-until-visible.ts';

const TIMEOUT_MS = 2_000;

/** Calls `waitUntilVisible` with stubbed projections. Projections named in `stuck` never catch up. */
async function waitWithStubs(
  appends: readonly { readonly eventTypes: readonly string[]; readonly position: number }[],
  stuckNames: readonly string[] = [],
) {
  const recordedWaits: (readonly [projections: readonly string[], position: number])[] = [];
  const waitFor = async (projections: readonly string[], position: number) => {
    recordedWaits.push([projections, position]);
    return !projections.some((name) => stuckNames.includes(name));
  };
  return { visible: await waitUntilVisible({ waitFor }, appends, TIMEOUT_MS), waits: recordedWaits };
}

test.each([
  ['PostLiked', ['posts', 'notifications']],
  ['MessageSent', ['conversations', 'notifications']],
  ['CoinsDonated', ['wallets', 'crowdfundings', 'journal', 'settlement', 'notifications']],
  ['CrowdfundingApproved', ['crowdfundings', 'actions', 'settlement', 'notifications']],
  ['AccountRegistered', ['profiles', 'follows', 'wallets', 'search']],
  ['StaffRoleGranted', ['profiles', 'follows', 'actions']],
])('%s is waited for at %j', async (type, names) => {
  expect((await waitWithStubs([{ eventTypes: [type], position: 7 }])).waits).toEqual([[names, 7]]);
});

test('does not wait for a projection that does not handle the event', async () => {
  const otherNames = projectionNames.filter((name) => !['posts', 'notifications'].includes(name));
  expect(await waitWithStubs([{ eventTypes: ['PostLiked'], position: 7 }], otherNames)).toMatchObject({
    visible: true,
  });
});

test('waits for events of several streams at their own positions', async () => {
  const written = [
    { eventTypes: ['PostTakenDown'], position: 7 },
    { eventTypes: ['ReportsResolved'], position: 8 },
  ];
  expect((await waitWithStubs(written)).waits).toEqual([
    [['posts', 'actions', 'notifications'], 7],
    [['actions', 'reports'], 8],
  ]);
  expect(await waitWithStubs(written, ['reports'])).toMatchObject({ visible: false });
});

test('does not wait for an event without projections', async () => {
  expect(await waitWithStubs([{ eventTypes: ['PaymentStarted'], position: 7 }])).toEqual({
    visible: true,
    waits: [],
  });
});
