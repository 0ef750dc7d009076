import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { logInAs, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const TEXTS = {
  en: {
    choose: 'Choose a picture',
    zoom: 'Zoom',
    save: 'Save',
    saved: 'Picture changes successfully completed.',
    bio: 'Bio',
    saveBio: 'Save bio',
    savedBio: 'Bio changes successfully completed.',
    remove: 'Remove the picture',
    removed: 'The picture has been removed.',
  },
  es: {
    choose: 'Elegir una foto',
    zoom: 'Ampliación',
    save: 'Guardar',
    saved: 'La foto se ha cambiado correctamente.',
    bio: 'Biografía',
    saveBio: 'Guardar biografía',
    savedBio: 'La biografía se ha cambiado correctamente.',
    remove: 'Quitar la foto',
    removed: 'La foto se ha quitado.',
  },
} as const;

for (const [language, viewport] of [
  ['en', WINDOWS.narrow],
  ['es', WINDOWS.wide],
] as const)
  test.describe(`at ${viewport.width} px, in ${language}`, () => {
    test.use({ viewport, locale: language === 'en' ? 'en-GB' : 'es-ES' });

    test('a person chooses a picture and a bio, which others see', async ({ page, context, playwright }) => {
      const text = TEXTS[language];
      const person = await registerPerson(playwright.request, 'Linden Marsh');
      await person.publish('Good morning, otters.');
      await logInAs(context, person);
      await page.goto('/settings/account');
      const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#b06030' } })
        .png()
        .toBuffer();
      await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      const dialog = page.getByRole('dialog');
      const zoomSlider = dialog.getByRole('slider', { name: text.zoom });
      await zoomSlider.focus();
      await page.keyboard.press('ArrowRight');
      await expect(zoomSlider).toHaveValue('1.15');
      await dialog.locator('canvas').hover();
      await page.mouse.down();
      await page.mouse.move(300, 300);
      await page.mouse.up();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: text.save }).click();
      await expect(page.getByText(text.saved, { exact: true })).toBeVisible();

      await page.getByLabel(text.bio, { exact: true }).fill('Otters first. https://otters.example');
      await page.getByRole('button', { name: text.saveBio }).click();
      await expect(page.getByText(text.savedBio, { exact: true })).toBeVisible();
      await expectAccessible(page);

      await page.goto(`/profile/${person.username}`);
      await expect(page.getByRole('link', { name: 'https://otters.example' })).toHaveAttribute(
        'rel',
        'nofollow ugc noopener',
      );
      const pictures = page
        .getByRole('main')
        .locator(`img[src^="/api/profile/${person.dataUser.id}/picture"]`);
      await expect.poll(() => pictures.count()).toBeGreaterThan(1);
      for (const picture of await pictures.all()) await expect(picture).toHaveJSProperty('naturalWidth', 192);
      await expectAccessible(page);

      await page.goto('/settings/account');
      await page.getByRole('button', { name: text.remove }).click();
      await expect(page.getByText(text.removed, { exact: true })).toBeVisible();
      await page.goto(`/profile/${person.username}`);
      await expect(page.getByRole('link', { name: 'https://otters.example' })).toBeVisible();
      await expect(pictures).toHaveCount(0);
    });
  });
