/** The main journeys in Firefox. The other spec files run in Chromium and check more details. */
import { writeFile } from 'node:fs/promises';
import type { APIRequest } from '@playwright/test';
import type { Crowdfunding } from '../../contract/crowdfunding.ts';
import type { Post } from '../../contract/shapes.ts';
import { type FirefoxPage, test } from './support/firefox.ts';
import { createUsername, PASSWORD, PIXEL, registerPerson } from './support/people.ts';
import {
  type ApiClient,
  buyCoins,
  createActiveCrowdfunding,
  createApiClient,
  createOrganization,
  logInStaff,
} from './support/staff.ts';

async function sendMessage(chatPage: FirefoxPage, text: string): Promise<void> {
  await chatPage.fill('Write a message', text);
  await chatPage.page.keyboard.press('Enter');
  await chatPage.expectText(text);
}

async function openCrowdfunding(request: APIRequest, staff: ApiClient): Promise<Crowdfunding> {
  const organization = await createOrganization(request, staff, 'Meadow Hares');
  return createActiveCrowdfunding(organization, staff, `Hedges ${createUsername()}`);
}

test.describe('in Firefox', () => {
  // One Firefox is enough.
  test.describe.configure({ mode: 'default' });

  test('a person registers, logs out and logs in again', async ({ openFirefox }) => {
    const person = await openFirefox('narrow');
    const username = createUsername();
    await person.open('/register');
    await person.click('button', 'NEXT');
    await person.fill('Username', username);
    await person.fill('Password', PASSWORD);
    await person.fill('Confirm password', PASSWORD);
    await person.fill('Email', `${username}@example.org`);
    await person.expectNothingIsTooWide();
    await person.click('button', 'NEXT');
    await person.fill('Name', 'Willow');
    await person.fill('Birthdate', '1991-07-14');
    await person.fill('Gender', 'F');
    await person.click('button', 'NEXT');
    await person.page.locator('input[type=checkbox]').click();
    await person.click('button', 'REGISTER');
    await person.expectText('Successful register.');
    await person.expectPath('/');

    await person.open('/settings/advanced-management');
    await person.click('button', 'Log out');
    await person.expectPath('/login');
    await person.fill('Username', username);
    await person.fill('Password', PASSWORD);
    await person.click('button', 'LOGIN');
    await person.expectText('Successful login.');
    await person.expectPath('/');
  });

  test('a user posts, gets a like and a comment live, answers and deletes', async ({
    openFirefox,
    playwright: { request },
  }) => {
    const session = await registerPerson(request, 'Hazel Thorn');
    const otherPerson = await registerPerson(request, 'Rowan Field');
    const author = await openFirefox('wide', session);
    const text = `Toads cross the road, ${createUsername()}.`;
    await author.open('/');
    await author.fill('Write a post', text);
    await author.click('button', 'Post');
    await author.expectText('Publication created sucesfull.');
    await author.open('/profile');
    await author.expectText(text);
    await author.click('link', 'Comment, 0 comments');
    await author.expectPath(/^\/post\//);
    await author.expectText('Be the first to leave a comment!');

    const id = new URL(author.page.url()).pathname.split('/').at(-1) ?? '';
    await otherPerson.like({ id } as Post);
    await otherPerson.publish('Who carries them?', id);
    await author.expectElement('button', 'Like, 1 like');
    await author.expectText('Who carries them?');
    await author.fill('Write a comment', 'We do, every evening.');
    await author.click('button', 'Comment');
    await author.expectText('We do, every evening.');
    await author.expectElement('link', 'Comment, 2 comments');

    await author.open('/profile');
    await author.click('button', 'Post options');
    await author.click('menuitem', 'Delete');
    await author.clickInDialog('Delete');
    await author.expectText('Post deleted sucesfull');
    await author.expectText('This profile has not posted anything yet.');
  });

  test('a donor buys the missing coins and donates', async ({ openFirefox, playwright: { request } }) => {
    const { id } = await openCrowdfunding(request, await logInStaff(request, 'oskar'));
    const session = await registerPerson(request, 'Wren Dale');
    await buyCoins(request, await createApiClient(request, session), 300);

    const donor = await openFirefox('narrow', session);
    await donor.open(`/crowdfundings/${id}`);
    await donor.expectText('You have 300 kindracoins.');
    await donor.fill('Kindracoins to donate', '500');
    await donor.click('button', 'Donate');
    await donor.expectText('200 kindracoins · 2.00 €');
    await donor.fill('Card number', '4242424242424242');
    await donor.fill('Expiry date', '1240');
    await donor.fill('Security code (CVC)', '123');
    await donor.expectNothingIsTooWide();
    await donor.clickInDialog('Pay 2.00 € and donate');
    await donor.expectText('You have donated 500 kindracoins!');
    await donor.expectText('You have 0 kindracoins.');
    await donor.click('tab', 'Donations');
    await donor.expectText('Wren Dale');
  });

  test('staff find a donation in the books', async ({ openFirefox, playwright: { request } }) => {
    const staff = await logInStaff(request, 'oskar');
    const { id } = await openCrowdfunding(request, staff);
    const donor = await registerPerson(request, 'Wren Dale');
    const api = await createApiClient(request, donor);
    await buyCoins(request, api, 1_500);
    await api.call('post', `/api/transaction/donate/${id}?amount=1234`);

    const auditorPage = await openFirefox('wide', staff.session);
    await auditorPage.open('/dashboard/audit');
    await auditorPage.expectText('No problems in the books');
    await auditorPage.click('link', 'Entries');
    await auditorPage.fill('Profile', donor.username);
    await auditorPage.click('button', 'Filter');
    await auditorPage.expectText('1,234');
    await auditorPage.expectNothingIsTooWide();
    await auditorPage.click('link', 'Trial balance');
    await auditorPage.expectText('Debits and credits are equal');
  });

  test('an animal is offered, asked about in a chat, and adopted', async ({
    openFirefox,
    playwright: { request },
  }, info) => {
    const [hazel, rowan] = [
      await registerPerson(request, 'Hazel Thorn'),
      await registerPerson(request, 'Rowan Field'),
    ];
    const [owner, visitor] = [await openFirefox('wide', hazel), await openFirefox('narrow', rowan)];
    const name = createUsername();
    const picture = info.outputPath('cat.png');
    await writeFile(picture, Buffer.from(PIXEL, 'base64'));
    await owner.open('/new-post/adopt-animal');
    await owner.fill('Name', name);
    await owner.fill('Breed', 'Siamese');
    await owner.fill('Type', 'CAT');
    await owner.fill('Description', 'Sleeps on keyboards.');
    await owner.fill('Address', '4, Mill Lane');
    await owner.chooseFile(picture);
    await owner.expectElement('heading', name);
    await owner.click('button', 'Offer for adoption');
    await owner.expectText('Adoption created correctly.');
    await owner.expectPath('/adoptable-animals');

    await visitor.open('/adoptable-animals?type=CAT');
    await visitor.click('link', `Contact about ${name}`);
    await visitor.expectPath(`/conversations/${hazel.dataUser.id}`);
    await sendMessage(visitor, 'Is the cat still there?');
    await owner.open('/conversations');
    await owner.expectText('Is the cat still there?');

    await owner.open('/adoptable-animals');
    await owner.click('button', `Adopted: ${name}`);
    await owner.clickInDialog('Mark as adopted');
    await owner.expectText('Animal marked as adopted correctly.');
  });

  test('messages arrive live on both sides of a chat, and are kept', async ({
    openFirefox,
    playwright: { request },
  }) => {
    const [ada, bela] = [
      await registerPerson(request, 'Ada Fernlake'),
      await registerPerson(request, 'Bela Oakmoor'),
    ];
    const [at, there] = [await openFirefox('narrow', ada), await openFirefox('wide', bela)];
    await there.open('/conversations');
    await there.expectText('Maybe you should start the conversation!');
    await at.open(`/conversations/${bela.dataUser.id}`);
    await sendMessage(at, 'Is the owl well?');
    await there.expectText('New messages');
    await there.open(`/conversations/${ada.dataUser.id}`);
    await there.expectText('Is the owl well?');
    await sendMessage(there, 'It flies again');
    await at.expectText('It flies again');
    await at.page.reload();
    await at.expectText('It flies again');
    await at.expectText('Is the owl well?');
    await at.expectNothingIsTooWide();
  });
});
