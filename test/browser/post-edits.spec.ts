import { expect, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { createUsername, findToast, logInAs, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide }))
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('an author edits a post, and readers see the new text and its history', async ({
      page,
      context,
      browser,
      playwright,
    }) => {
      const author = await registerPerson(playwright.request);
      await logInAs(context, author);
      const marker = createUsername();
      const { id } = await author.publish(`One otter, ${marker}`);
      const reader = await (await browser.newContext({ viewport })).newPage();
      await reader.goto(`/post/${id}`);
      await expect(reader.getByText(`One otter, ${marker}`)).toBeVisible();

      await page.goto(`/post/${id}`);
      await page.getByRole('button', { name: 'Post options' }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit the post' });
      await expect(dialog.getByRole('textbox')).toBeFocused();
      await expectAccessible(page, BOTH_THEMES);
      await dialog.getByRole('textbox').fill(`Two otters, ${marker}`);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(findToast(page, 'Your changes are saved.')).toBeVisible();
      await expect(page.getByText(`Two otters, ${marker}`)).toBeVisible();

      await expect(reader.getByText(`Two otters, ${marker}`)).toBeVisible();
      await reader.getByRole('button', { name: /^Modified/ }).click();
      const history = reader.getByRole('dialog', { name: 'Texts of this post' });
      await expect(history.getByRole('listitem')).toHaveText([/Two otters/, /One otter/]);
      await expectAccessible(reader, BOTH_THEMES);
      await history.getByRole('button', { name: 'Close' }).click();
      await expect(reader.getByRole('button', { name: /^Modified/ })).toBeFocused();
    });
  });
