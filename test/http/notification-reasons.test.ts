import { login } from '../../contract/accounts.ts';
import { approveCrowdfunding, declineCrowdfunding } from '../../contract/crowdfunding.ts';
import { approveOrganization } from '../../contract/moderation.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { createCrowdfunding } from './support/coins.ts';
import { listNotifications } from './support/notifications.ts';
import {
  createUsername,
  PASSWORD,
  registerNewUser,
  registerOrganization,
  registerStaff,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const REASON = 'We checked your registration\nwith the town.';

let admin: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  admin = await registerStaff(api, client, 'ADMIN');
});

test.each([
  ['approval', approveCrowdfunding, 'CAMPAIGN_APPROVED'],
  ['refusal', declineCrowdfunding, 'CAMPAIGN_DECLINED'],
] as const)('the %s of a crowdfunding notifies its creator of the reason', async (_name, call, kind) => {
  const creator = await registerNewUser(client);
  const id = await createCrowdfunding(api, creator.dataUser.id);
  await client.ok(call, { token: admin.token, params: { id }, body: { reason: REASON } });
  expect(await listNotifications(creator)).toMatchObject([
    { kind, reason: REASON, actors: [], subject: { id } },
  ]);
});

test('a decision without a reason sends a notification without one', async () => {
  const creator = await registerNewUser(client);
  const id = await createCrowdfunding(api, creator.dataUser.id);
  await client.ok(approveCrowdfunding, { token: admin.token, params: { id }, body: {} });
  expect(await listNotifications(creator)).toMatchObject([{ kind: 'CAMPAIGN_APPROVED', reason: null }]);
});

test('the approval of an organization notifies it of the reason', async () => {
  const username = createUsername();
  const id = await registerOrganization(api, client, username);
  await client.ok(approveOrganization, { token: admin.token, params: { id }, body: { reason: REASON } });
  const organization = await client.ok(login, { body: { username, password: PASSWORD } });
  expect(await listNotifications(organization)).toMatchObject([
    { kind: 'ORGANIZATION_APPROVED', reason: REASON, actors: [], subject: null, unread: true },
  ]);
});
