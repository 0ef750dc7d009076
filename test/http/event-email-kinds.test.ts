import { deleteAdoption, markAdopted } from '../../contract/adoption.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import { blockProfile } from '../../contract/hidden-profiles.ts';
import { setEmailNotifications } from '../../contract/notifications.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { createAnimal } from './support/adoption.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import { deliverEmails, listEmails, PUBLIC_URL, queueEventEmails } from './support/event-emails.ts';
import { sendTexts } from './support/messages.ts';
import { registerVerifiedUser } from './support/people.ts';
import { settleUntil } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { startMailServer, type TestMailServer } from './support/smtp.ts';
import { connectSocket } from './support/socket.ts';

let server: TestMailServer;

setUpTestApi();
beforeAll(async () => {
  await queueEventEmails();
});
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(async () => {
  await server.close();
  await api.database.pool.query('DELETE FROM private.mails');
});

const registerPerson = () => registerVerifiedUser(api, client);

const SELECT_SETTLED = `SELECT FROM read.settlement_campaigns
  WHERE id = $1 AND donated > 0 AND donated = refunded + released`;

const findEmails = ({ dataUser }: AuthResponse) =>
  server.emails.filter(({ to }) => [to].flat()[0]?.text === dataUser.email);

/** Returns the sorted subjects of the emails delivered to an account. */
const listSubjects = (account: AuthResponse) =>
  findEmails(account)
    .map(({ subject }) => subject)
    .sort();

/** Returns the lines about amounts in the emails delivered to an account. */
const listAmounts = (account: AuthResponse) =>
  findEmails(account).flatMap(({ text }) => text?.match(/^Kindracoins: .*$/gm) ?? []);

describe('an ended crowdfunding', () => {
  /** Creates a campaign with one donation, ends and settles it, and delivers the emails. */
  async function endAndSettle(
    call: typeof crowdfunding.cancelCrowdfunding | typeof crowdfunding.closeCrowdfunding,
  ) {
    const [creator, donor] = [await registerPerson(), await registerPerson()];
    const id = await createActiveCrowdfunding(api, creator.dataUser.id);
    await buyCoins(api, client, donor.token, 100);
    const params = { crowdfundingId: id };
    await client.ok(crowdfunding.donate, { token: donor.token, params, query: { amount: 40 } });
    await client.ok(call, { token: creator.token, params: { id } });
    await settleUntil(
      api,
      async () => (await api.database.pool.query(SELECT_SETTLED, [id])).rows.length === 1,
    );
    await queueEventEmails();
    await deliverEmails(server);
    return { creator, donor };
  }

  test('that was cancelled informs its donors, also of the refund', async () => {
    const { creator, donor } = await endAndSettle(crowdfunding.cancelCrowdfunding);
    expect(listSubjects(donor)).toEqual([
      'The crowdfunding “A roof for the shelter” has been cancelled: every donation is refunded',
      'Your donation to “A roof for the shelter” has been refunded',
    ]);
    expect(listAmounts(donor)).toEqual(['Kindracoins: 40']);
    expect(listSubjects(creator)).toEqual(['Your crowdfunding “A roof for the shelter” has been approved']);
  });

  test('that was closed informs its donors, and its creator of the release', async () => {
    const { creator, donor } = await endAndSettle(crowdfunding.closeCrowdfunding);
    expect(listSubjects(donor)).toEqual([
      'The crowdfunding “A roof for the shelter”, which you donated to, has been closed',
    ]);
    expect(listSubjects(creator)).toEqual([
      'The coins of your crowdfunding “A roof for the shelter” have been transferred to your wallet',
      'Your crowdfunding “A roof for the shelter” has been approved',
    ]);
    expect(listAmounts(creator)).toEqual(['Kindracoins: 40']);
  });
});

describe('a question about an animal', () => {
  const CONTACT_SUBJECT = 'Somebody asks about Rex';
  const REMINDER_SUBJECT = 'Somebody is still waiting for your answer about Rex';

  let owner: AuthResponse;
  let inquirer: AuthResponse;
  let animalId: string;
  beforeEach(async () => {
    [owner, inquirer] = [await registerPerson(), await registerPerson()];
    animalId = (await createAnimal(client, owner.token, { name: 'Rex' })).id;
    const socket = await connectSocket(api.url, inquirer.token);
    socket.send({ receiverId: owner.dataUser.id, content: 'Is Rex still there?', animalId });
    await socket.waitForMessage('Is Rex still there?');
    socket.close();
    await queueEventEmails();
  });

  /** Delivers all emails that become due within three days. */
  async function deliverAfterThreeDays(): Promise<void> {
    await api.database.pool.query(`UPDATE private.mails SET due_at = due_at - interval '3 days'`);
    await deliverEmails(server);
  }

  test('is announced to the owner, who is reminded once after three days without a reply', async () => {
    await deliverEmails(server);
    expect(listSubjects(owner)).toEqual([CONTACT_SUBJECT]);
    expect(await api.foundation.privateData.emails.count()).toBe(0);
    await deliverAfterThreeDays();
    expect(listSubjects(owner)).toEqual([CONTACT_SUBJECT, REMINDER_SUBJECT]);
    expect(server.emails.at(-1)?.text).toContain(`${PUBLIC_URL}/conversations/${inquirer.dataUser.id}`);
    await queueEventEmails();
    await deliverAfterThreeDays();
    expect(listSubjects(owner)).toHaveLength(2);
    expect(listSubjects(inquirer)).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['has answered', () => sendTexts(api, owner, inquirer, 'Yes')],
    [
      'has marked the animal as adopted',
      () => client.ok(markAdopted, { token: owner.token, params: { id: animalId } }),
    ],
    [
      'has removed the animal',
      () => client.ok(deleteAdoption, { token: owner.token, params: { id: animalId } }),
    ],
    [
      'has blocked the asker',
      () => client.ok(blockProfile, { token: owner.token, params: { id: inquirer.dataUser.id } }),
    ],
    [
      'is blocked',
      () => client.ok(blockProfile, { token: inquirer.token, params: { id: owner.dataUser.id } }),
    ],
    [
      'has turned off such emails',
      () =>
        client.ok(setEmailNotifications, {
          token: owner.token,
          body: { kind: 'ADOPTION_CONTACT', mailed: false },
        }),
    ],
  ])('is not repeated to an owner who %s', async (_name, action) => {
    await action();
    await queueEventEmails();
    await deliverAfterThreeDays();
    expect(listSubjects(owner)).not.toContain(REMINDER_SUBJECT);
    expect(await listEmails(owner, 'contact-reminder')).toEqual([]);
  });
});
