import { expect, type Route, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { createUsername, findToast, logInAs, openPage, PIXEL, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

for (const [size, viewport] of Object.entries(WINDOWS)) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('an animal is offered, found by others, and adopted', async ({
      page,
      context,
      browser,
      playwright,
    }) => {
      const owner = await registerPerson(playwright.request, 'Hazel Thorn');
      const name = createUsername();
      await logInAs(context, owner);
      await page.goto('/new-post/adopt-animal');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Breed').fill('Siamese');
      await page.getByLabel('Type').selectOption('Cat');
      await page.getByLabel('Description').fill('Sleeps on keyboards.\nPurrs at night.');
      await page.getByLabel('Address').fill('4, Mill Lane');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
      const preview = page.getByRole('complementary', { name: 'Preview' });
      await expect(preview.getByRole('heading', { name })).toBeVisible();
      await expectAccessible(page);
      const heldRoute = new Promise<Route>((resolve) => {
        void page.route('**/api/adopt', resolve, { times: 1 });
      });
      const vaccinatedCheckbox = page.getByRole('checkbox', { name: 'Vaccinated' });
      await vaccinatedCheckbox.focus();
      await page.getByRole('button', { name: 'Offer for adoption' }).click();
      await expect(vaccinatedCheckbox).toHaveAttribute('aria-disabled', 'true');
      await expectAccessible(page);
      await expect(vaccinatedCheckbox).toBeFocused();
      await (await heldRoute).continue();
      await expect(findToast(page, 'Adoption created correctly.')).toBeVisible();
      await expect(page).toHaveURL('/adoptable-animals');
      const card = page.getByRole('article', { name });
      await expect(card).toBeVisible();

      const visitorPage = await browser.newPage({ viewport });
      await visitorPage.goto(`${page.url()}?type=CAT`);
      await visitorPage.getByRole('searchbox', { name: 'Search' }).fill(`${name} keyboards`);
      await visitorPage.getByRole('button', { name: 'Find' }).click();
      await expect(visitorPage.getByRole('article')).toHaveCount(1);
      await expect(visitorPage.getByRole('link', { name: `Contact about ${name}` })).toBeVisible();
      await expectAccessible(visitorPage);
      await visitorPage.getByRole('link', { name, exact: true }).click();
      await expect(visitorPage.getByRole('heading', { level: 1, name })).toBeFocused();
      await expect(visitorPage.getByText('Sleeps on keyboards.')).toBeVisible();
      await expectAccessible(visitorPage);
      await visitorPage.close();

      await card.getByRole('button', { name: `Adopted: ${name}` }).click();
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as adopted' }).click();
      await expect(findToast(page, 'Animal marked as adopted correctly.')).toBeVisible();
      await expect(card).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await page.goto(`/profile/${owner.username}/adopt`);
      await expect(page.getByRole('article', { name }).getByText('Adopted')).toBeVisible();
      await expectAccessible(page);
    });

    test('contacting an owner attaches the animal to the chat', async ({
      page,
      context,
      browser,
      playwright,
    }) => {
      const [owner, visitor] = [
        await registerPerson(playwright.request, 'Hazel Thorn'),
        await registerPerson(playwright.request, 'Rowan Field'),
      ];
      const { id } = await owner.offerAnimal('Biscuit');
      await logInAs(context, visitor);
      await page.goto(`/adoptable-animals/${id}`);
      await page.getByRole('link', { name: 'Contact about Biscuit' }).click();
      const card = page.getByRole('link', { name: /^About Biscuit/ });
      await expect(card).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      await page.getByRole('textbox', { name: 'Write a message' }).fill('Is Biscuit still there?');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Sending…')).toHaveCount(0);

      const chatPage = await openPage(browser, owner);
      await chatPage.setViewportSize(viewport);
      await chatPage.goto(`/conversations/${visitor.dataUser.id}`);
      await expect(chatPage.getByRole('log').getByText('Is Biscuit still there?')).toBeVisible();
      await chatPage.getByRole('link', { name: /^About Biscuit/ }).click();
      await expect(chatPage).toHaveURL(`/adoptable-animals/${id}`);
      await chatPage.context().close();
    });
  });
}
