import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { test } from './support/journey.ts';
import { describeInLanguages, fillIn } from './support/languages.ts';
import { createUsername, logInAs, openPage, PIXEL, registerPerson } from './support/people.ts';

/** GeoNames ids of towns. Banyoles is 16 km from Girona, and Barcelona is 86 km from it. */
const BANYOLES = 3128885;
const BARCELONA = 3128760;

describeInLanguages(({ adoption, conversations, shared }) => {
  test('an owner names a town, others find the animal near theirs, the nearest first, and ask about it', async ({
    page,
    context,
    browser,
    playwright,
  }) => {
    const [owner, seeker] = [
      await registerPerson(playwright.request, 'Hazel Thorn'),
      await registerPerson(playwright.request, 'Rowan Field'),
    ];
    const word = createUsername();
    for (const [name, townField] of [
      [`Far ${word}`, BARCELONA],
      [`Near ${word}`, BANYOLES],
      [`Nowhere ${word}`, undefined],
    ] as const)
      await owner.offerAnimal(name, townField);

    await logInAs(context, owner);
    await page.goto('/new-post/adopt-animal');
    await expect(page.getByText(`${adoption.form.publicTitle}.`)).toBeVisible();
    await expect(page.getByText(adoption.form.publicText)).toBeVisible();
    await page.getByLabel(adoption.form.name, { exact: true }).fill(`Here ${word}`);
    await page.getByLabel(adoption.form.breed).fill('Terrier');
    await page.getByLabel(adoption.form.description).fill('Likes children.');
    const town = page.getByRole('combobox', { name: adoption.form.town });
    await town.fill('girona');
    await expect(page.getByRole('option', { name: /^Girona/ }).first()).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('option', { name: /^Girona/ })
      .first()
      .click();
    await expect(page.getByLabel(adoption.form.address)).toHaveValue(/^Girona, /);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'dog.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
    await page.getByRole('button', { name: adoption.form.send }).click();
    await expect(page).toHaveURL('/adoptable-animals');

    const seekerPage = await openPage(browser, seeker);
    await seekerPage.setViewportSize(page.viewportSize() ?? { width: 360, height: 760 });
    await seekerPage.goto('/adoptable-animals');
    const language = await page.locator('html').getAttribute('lang');
    await expect(seekerPage.locator('html')).toHaveAttribute('lang', language ?? '');
    await seekerPage.getByRole('searchbox').fill(word);
    await seekerPage.keyboard.press('Enter');
    const names = seekerPage.getByRole('list', { name: adoption.list }).getByRole('heading');
    await expect(names).toHaveText([/^Here/, /^Nowhere/, /^Near/, /^Far/]);
    await seekerPage.getByRole('combobox', { name: adoption.filters.near }).fill('girona');
    await expect(seekerPage.getByRole('option', { name: /^Girona/ }).first()).toBeVisible();
    await seekerPage.keyboard.press('Enter');
    await expect(names).toHaveText([/^Here/, /^Near/, /^Far/, /^Nowhere/]);
    const nearCard = seekerPage.getByRole('article', { name: `Near ${word}` });
    await expect(nearCard).toContainText(fillIn(shared.animal.distance, { km: '16' }));
    await expectAccessible(seekerPage);
    await seekerPage.getByLabel(adoption.within.label).selectOption('50');
    await expect(names).toHaveText([/^Here/, /^Near/]);
    await seekerPage.getByLabel(adoption.sort.label).selectOption(adoption.sort.date);
    await seekerPage.getByLabel(adoption.within.label).selectOption('');
    await expect(names).toHaveText([/^Here/, /^Nowhere/, /^Near/, /^Far/]);

    await nearCard
      .getByRole('link', { name: fillIn(shared.animal.contactAbout, { name: `Near ${word}` }) })
      .click();
    await expect(seekerPage).toHaveURL(`/conversations/${owner.dataUser.id}`);
    const card = seekerPage.getByRole('link').filter({ hasText: `Near ${word}` });
    await expect(card).toBeVisible();
    await expect(seekerPage.getByRole('textbox', { name: conversations.write })).toBeVisible();
    const [cardBox, logBox] = [await card.boundingBox(), await seekerPage.getByRole('log').boundingBox()];
    expect(cardBox?.y).toBeLessThan(logBox?.y ?? 0);
    await expectAccessible(seekerPage);
    await seekerPage.context().close();
  });
});
