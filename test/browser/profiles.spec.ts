import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { createUsername, findToast, logInAs, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const findHeader = (page: Page) => page.getByRole('region', { name: /^Profile of/ });

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide })) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a user follows a profile, and both lists show it', async ({ page, context, playwright }) => {
      const reader = await registerPerson(playwright.request, 'Hazel Thorn');
      const author = await registerPerson(playwright.request, 'Linden Marsh');
      await logInAs(context, reader);
      await page.goto(`/profile/${author.username}`);
      await expect(page.getByText('This profile has not posted anything yet.')).toBeVisible();
      await expectAccessible(page);
      await findHeader(page).getByRole('button', { name: 'Follow Linden Marsh' }).click();
      await expect(findHeader(page).getByRole('link', { name: '1 Follower' })).toBeVisible();

      await page.getByRole('tab', { name: 'Followers' }).click();
      await expect(page).toHaveURL(`/profile/${author.username}/followers`);
      const followerList = page.getByRole('list', { name: 'Followers' });
      await expect(followerList.getByRole('link', { name: /Hazel Thorn/ })).toBeVisible();
      await expect(followerList.getByRole('button')).toHaveCount(0);
      await expectAccessible(page);

      await page.goto(`/profile/${reader.username}/following`);
      const followingList = page.getByRole('list', { name: 'Following' });
      await expect(findHeader(page).getByRole('link', { name: '1 Following' })).toBeVisible();
      // The button changes before the response arrives, and a reload would cancel the pending request.
      const unfollowResponse = page.waitForResponse((response) =>
        response.url().endsWith('/api/followProfile'),
      );
      await followingList.getByRole('button', { name: 'UnFollow Linden Marsh' }).click();
      await expect(
        followingList.getByRole('button', { name: 'Follow Linden Marsh', exact: true }),
      ).toBeVisible();
      await unfollowResponse;
      await page.reload();
      await expect(page.getByText('Does this person not follow anyone?')).toBeVisible();
      await expectAccessible(page);
      await page.goto(`/profile/${author.username}/followers`);
      await expect(page.getByText('Has no followers')).toBeVisible();
    });

    test('publications load page by page', async ({ page, playwright }) => {
      const author = await registerPerson(playwright.request);
      const marker = createUsername();
      for (let n = 1; n <= 12; n++) await author.publish(`${marker} number ${n}.`);
      await page.goto(`/profile/${author.username}`);
      const cards = page.getByRole('list', { name: 'Publications' }).getByRole('article');
      await expect(cards).toHaveCount(10);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Load More' }).click();
      await expect(cards).toHaveCount(12);
      await expect(cards.last()).toContainText(`${marker} number 1.`);
      await expect(page.getByText("You've already seen everything in this profile.")).toBeVisible();
    });

    test('a visitor reads profiles, and is redirected to the login to follow', async ({
      page,
      playwright,
    }) => {
      const author = await registerPerson(playwright.request, 'Linden Marsh');
      const follower = await registerPerson(playwright.request, 'Ash Fern');
      await follower.follow(author.dataUser);
      await page.goto(`/profile/${author.username}/followers`);
      await page.getByRole('button', { name: 'Follow Ash Fern' }).click();
      await expect(findToast(page, 'Please log in to perform this action.')).toBeVisible();
      await expect(page).toHaveURL('/login');
    });

    test('a user opens their profile without a nickname, and finds the links to its settings', async ({
      page,
      context,
      playwright,
    }) => {
      const reader = await registerPerson(playwright.request);
      await logInAs(context, reader);
      await page.goto('/profile');
      await expect(page).toHaveURL(`/profile/${reader.username}`);
      await expectAccessible(page);
      await page.getByRole('tab', { name: 'Publications' }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('tab', { name: 'Adoption' })).toBeFocused();
      await expect(page).toHaveURL(`/profile/${reader.username}/adopt`);
      await expectAccessible(page);
      await findHeader(page).getByRole('link', { name: 'Edit profile' }).click();
      await expect(page).toHaveURL('/settings/account');
    });

    test('an unknown profile redirects home', async ({ page }) => {
      await page.goto(`/profile/${createUsername()}`);
      await expect(findToast(page, 'The profile does not exist.')).toBeVisible();
      await expect(page).toHaveURL('/');
      await page.goto('/profile');
      await expect(page).toHaveURL('/login');
    });
  });
}
