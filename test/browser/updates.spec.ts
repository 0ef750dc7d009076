import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { findToast, logInAs, openPage, registerPerson } from './support/people.ts';
import { createCrowdfunding, createOrganization, logInStaff } from './support/staff.ts';
import { WINDOWS } from './support/windows.ts';

const createPicture = async () => ({
  name: 'roof.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7fa65a' } })
    .png()
    .toBuffer(),
});

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide })) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('the creator of a campaign posts an update, and a follower is notified and reads it', async ({
      page,
      context,
      browser,
      playwright: { request },
    }) => {
      const staff = await logInStaff(request, 'oskar');
      const organization = await createOrganization(request, staff, `Lake Swans ${size}`);
      const { id } = await createCrowdfunding(organization, 'Reeds for the swans');
      await staff.call('put', `/api/dashboard/approve/crowdfunding/${id}`, {});
      const follower = await registerPerson(request, 'Wren Dale');
      await follower.follow(organization.session.dataUser);

      const followerPage = await openPage(browser, follower);
      await followerPage.setViewportSize(viewport);
      await followerPage.goto('/');
      await logInAs(context, organization.session);
      await page.goto(`/crowdfundings/${id}`);
      await page.getByRole('tab', { name: 'Updates' }).click();
      await expect(page.getByText('There are no updates yet.')).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      await page.getByLabel('New update').fill('The first reeds are in the water.');
      await page.getByLabel(/Choose an image/).setInputFiles(await createPicture());
      await expect(page.getByLabel(/Choose another image/)).toBeAttached();
      await page.getByRole('button', { name: 'Post the update' }).click();
      await expect(findToast(page, 'Update posted.')).toBeVisible();
      const updates = page.getByRole('list', { name: 'Updates of the crowdfunding' });
      await expect(updates.getByRole('article')).toContainText('The first reeds are in the water.');
      const picture = updates.locator('img');
      await expect
        .poll(() =>
          picture.evaluate((image) => (image as unknown as { readonly currentSrc: string }).currentSrc),
        )
        .toMatch(/size=\d+&type=webp$/);
      await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
      await expectAccessible(page, BOTH_THEMES);

      await followerPage
        .getByRole('banner')
        .getByRole('link', { name: 'Notifications: 1 unread', exact: true })
        .click();
      await followerPage
        .getByRole('link', { name: /There is an update of the crowdfunding “Reeds for the swans”/ })
        .click();
      await expect(followerPage).toHaveURL(`/crowdfundings/${id}?tab=updates`);
      await expect(followerPage.getByText('The first reeds are in the water.')).toBeVisible();
      await followerPage.goto('/');
      await followerPage.getByRole('tab', { name: 'Following' }).click();
      await followerPage.getByRole('link', { name: 'Update of a crowdfunding' }).click();
      await expect(followerPage.getByRole('heading', { name: 'Reeds for the swans' })).toBeVisible();
    });
  });
}
