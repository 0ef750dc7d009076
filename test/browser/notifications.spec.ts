import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { logInAs, type Person, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const findBell = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });
const findEntries = (page: Page) => page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');

/** Registers three people, and logs the browser context in as the first one. */
async function registerThreePeople(
  context: BrowserContext,
  register: (name: string) => Promise<Person>,
): Promise<readonly [Person, Person, Person]> {
  const ada = await register('Ada Fernlake');
  await logInAs(context, ada);
  return [ada, await register('Bela Oakmoor'), await register('Cora Reedwell')];
}

for (const [size, viewport] of Object.entries(WINDOWS)) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('the bell counts live, opening the list clears it, and a muted kind is neither shown nor counted', async ({
      context,
      playwright,
      page,
    }) => {
      const [ada, bela, cora] = await registerThreePeople(context, (name) =>
        registerPerson(playwright.request, name),
      );
      const post = await ada.publish('An otter lives below the old bridge');
      await page.goto('/');
      await expect(findBell(page, 'Notifications')).toBeVisible();

      await bela.like(post);
      await expect(findBell(page, 'Notifications: 1 unread')).toBeVisible();
      await bela.follow(ada.dataUser);
      await expect(findBell(page, 'Notifications: 2 unread')).toBeVisible();
      await cora.like(post);
      await bela.publish('Which bridge?', post.id);
      await expect(findBell(page, 'Notifications: 3 unread')).toBeVisible();
      await expectAccessible(page);

      await findBell(page, 'Notifications: 3 unread').click();
      await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
      await expect(findEntries(page)).toHaveCount(3);
      await expect(findEntries(page).nth(0)).toContainText('Bela Oakmoor commented on your post');
      await expect(findEntries(page).nth(0)).toContainText('Which bridge?');
      await expect(findEntries(page).nth(1)).toContainText('Cora Reedwell and Bela Oakmoor liked your post');
      await expect(findBell(page, 'Notifications')).toBeVisible();
      await expectAccessible(page);

      await page.getByRole('link', { name: 'Choose your notifications' }).click();
      const likes = page.getByRole('checkbox', { name: 'Likes on your posts', exact: true });
      await likes.press('Space');
      await expect(likes).not.toBeChecked();
      await expectAccessible(page);
      await page.goBack();
      await expect(findEntries(page)).toHaveCount(2);

      await page.goto('/');
      await bela.like(await ada.publish('And a kingfisher'));
      await cora.follow(ada.dataUser);
      await expect(findBell(page, 'Notifications: 1 unread')).toBeVisible();
      await page.goto('/settings/notifications');
      await expect(likes).not.toBeChecked();
      await likes.press('Space');
      await expect(findBell(page, 'Notifications: 2 unread')).toBeVisible();
    });
  });
}

test('a notification links to its subject, and disappears when it is withdrawn', async ({
  context,
  playwright,
  page,
}) => {
  const [ada, bela, cora] = await registerThreePeople(context, (name) =>
    registerPerson(playwright.request, name),
  );
  const post = await ada.publish('An otter lives below the old bridge');
  await bela.like(post);
  await page.goto('/notifications');
  await findEntries(page).getByRole('link').press('Enter');
  await expect(page).toHaveURL(new RegExp(`/post/${post.id}$`));
  await bela.like(post);
  await cora.follow(ada.dataUser);
  await findBell(page, 'Notifications: 1 unread').click();
  await expect(findEntries(page)).toHaveCount(1);
  await expect(findEntries(page)).toContainText('Cora Reedwell follows you');
  await expect(findEntries(page).getByRole('link')).toHaveAttribute(
    'href',
    `/profile/${cora.dataUser.nickname}`,
  );
});
