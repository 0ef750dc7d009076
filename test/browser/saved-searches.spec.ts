import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { test } from './support/journey.ts';
import { describeInLanguages, fillIn } from './support/languages.ts';
import { createUsername, logInAs, registerPerson } from './support/people.ts';

describeInLanguages(({ adoption, notifications, shared }) => {
  test('a search is saved, announces a matching animal live, is opened and deleted', async ({
    page,
    context,
    playwright,
  }) => {
    const [seeker, owner] = [
      await registerPerson(playwright.request, 'Rowan Field'),
      await registerPerson(playwright.request, 'Hazel Thorn'),
    ];
    const name = createUsername();
    await logInAs(context, seeker);
    await page.goto('/adoptable-animals');
    const searchList = page.locator('details').filter({ hasText: adoption.saved.title });
    await searchList.getByText(adoption.saved.title).click();
    await expect(page.getByText(adoption.saved.none)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('button', { name: adoption.saved.save })).toHaveCount(0);

    await page.getByLabel(adoption.filters.type).selectOption(shared.animal.types.DOG);
    await page.getByRole('searchbox').fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: adoption.saved.save }).press('Enter');
    const dialog = page.getByRole('dialog', { name: adoption.saved.save });
    const nameField = dialog.getByLabel(adoption.saved.name);
    await expect(nameField).toBeFocused();
    await expect(nameField).toHaveValue(new RegExp(shared.animal.types.DOG));
    await expectAccessible(page);
    await nameField.fill('');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await nameField.fill('My dog');
    await page.keyboard.press('Enter');
    await expect(page.getByText(adoption.saved.done)).toBeVisible();
    await expect(page.getByRole('button', { name: adoption.saved.isSaved })).toBeFocused();

    await page.getByRole('button', { name: adoption.clear }).click();
    await expect(page).toHaveURL('/adoptable-animals');
    const savedItems = page.getByRole('list', { name: adoption.saved.title }).getByRole('listitem');
    await expect(savedItems).toContainText('My dog');
    await expectAccessible(page);
    await savedItems.getByRole('link').press('Enter');
    await expect(page).toHaveURL(`/adoptable-animals?type=DOG&text=${name}`);
    await expect(page.getByText(adoption.noneFits)).toBeVisible();
    await expect(searchList).not.toHaveAttribute('open');

    const { id } = await owner.offerAnimal(name);
    const bell = page.getByRole('banner').getByRole('link', { name: /: 1 / });
    await bell.click();
    const sentence = fillIn(notifications.sentences.ANIMAL_MATCH_one, { who: 'Hazel Thorn', text: name });
    await expect(page.getByRole('list', { name: notifications.list })).toContainText(sentence);
    await expectAccessible(page);
    await page.getByRole('link', { name: sentence }).press('Enter');
    await expect(page).toHaveURL(`/adoptable-animals/${id}`);
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

    await page.goto(`/adoptable-animals?type=DOG&text=${name}`);
    await expect(page.getByRole('button', { name: adoption.saved.isSaved })).toBeVisible();
    await page.getByText(`${adoption.saved.title} (1)`).click();
    await savedItems.getByRole('button', { name: fillIn(adoption.saved.delete, { name: 'My dog' }) }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: shared.delete }).click();
    await expect(page.getByText(adoption.saved.deleted)).toBeVisible();
    await expect(page.getByText(adoption.saved.none)).toBeVisible();
    await expect(page.getByRole('button', { name: adoption.saved.save })).toBeVisible();
  });
});
