import { expect, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { createUsername, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a visitor finds a person by name, a post by its words, and further posts by their tag', async ({
      page,
      playwright,
    }) => {
      const tag = `weir${createUsername()}`;
      const person = await registerPerson(playwright.request, 'Sorrel Otterholt');
      await person.publish(`Two otters playing at dusk #${tag}`);
      await person.publish(`The otters are back #${tag}`);

      await page.goto('/explore');
      await expectAccessible(page, BOTH_THEMES);
      const searchField = page.getByRole('combobox', { name: 'Search Kindra' });
      await searchField.fill(person.dataUser.nickname);
      await expect(page.getByRole('option', { name: /Sorrel/ })).toBeVisible();
      await expectAccessible(page, BOTH_THEMES);
      await searchField.press('ArrowDown');
      await searchField.press('Enter');
      await expect(page).toHaveURL(`/profile/${person.dataUser.nickname}`);

      await page.goto('/explore');
      await searchField.fill(`played ${tag}`);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      const posts = page.getByRole('list', { name: 'Posts' });
      await expect(posts.getByRole('article')).toHaveCount(1);
      await expect(posts).toContainText('Two otters playing at dusk');
      await expectAccessible(page, BOTH_THEMES);
      await page.getByRole('tab', { name: 'People' }).click();
      await expect(page.getByText('Nothing was found.', { exact: false })).toBeVisible();
      await page.getByRole('tab', { name: 'All' }).click();

      await posts.getByRole('link', { name: `#${tag}` }).click();
      await expect(page.getByRole('heading', { level: 1, name: `#${tag}` })).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(2);
      await expectAccessible(page, BOTH_THEMES);
    });
  });
