import { expect, type Page, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { logInAs, registerPerson } from './support/people.ts';

const WINDOWS = [
  { width: 360, height: 760 },
  { width: 1024, height: 800 },
  { width: 1440, height: 900 },
] as const;

const getLanguage = (page: Page) => page.locator('html').getAttribute('lang');

test.describe('a browser in Spanish', () => {
  test.use({ locale: 'es-ES' });

  for (const viewport of WINDOWS)
    test.describe(`at ${viewport.width} pixels`, () => {
      test.use({ viewport });

      test('reads Kindra in Spanish', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('tab', { name: 'Para ti' })).toBeVisible();
        await expect(page).toHaveTitle('Inicio · Kindra');
        expect(await getLanguage(page)).toBe('es');
        await expect(
          page
            .getByRole('article')
            .first()
            .getByText(/^hace /),
        ).toBeVisible();
        await expectAccessible(page);
      });

      test('sees the problems of the registration in Spanish', async ({ page }) => {
        await page.goto('/register');
        await page.getByRole('button', { name: 'SIGUIENTE' }).click();
        await page.getByLabel('Nombre de usuario').fill('a b');
        await page.getByLabel('Contraseña', { exact: true }).fill('corta');
        await page.getByRole('button', { name: 'SIGUIENTE' }).click();
        await expect(
          page.getByText('El nombre de usuario solo puede contener letras y números.'),
        ).toBeVisible();
        await expect(page.getByText('La contraseña no es segura.')).toBeVisible();
        await expectAccessible(page);
      });

      test('chooses English in the menu as a visitor by keyboard', async ({ page }) => {
        await page.goto('/');
        if (viewport.width <= 1024) await page.getByRole('button', { name: 'Abrir el menú' }).click();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'English' }).focus();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('group', { name: 'Language' })).toBeVisible();
        await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
        expect(await getLanguage(page)).toBe('en');
        await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Kindra brings/);
        if (viewport.width > 1024) {
          await page.getByRole('button', { name: 'Collapse the menu' }).click();
          await expectAccessible(page, BOTH_THEMES);
        }
        await page.reload();
        expect(await getLanguage(page)).toBe('en');
      });

      test('chooses English in the settings, without a reload and for the next visit', async ({
        page,
        context,
        playwright,
      }) => {
        await logInAs(context, await registerPerson(playwright.request));
        await page.goto('/settings/appearance');
        await expect(page.getByRole('heading', { level: 1, name: 'Idioma y tema' })).toBeVisible();
        await expectAccessible(page);
        await page.evaluate('window.stillHere = true');
        await page.getByRole('radio', { name: 'Español' }).focus();
        await page.keyboard.press('ArrowLeft');

        await expect(page.getByRole('heading', { level: 1, name: 'Language and theme' })).toBeVisible();
        await expect(page.getByRole('radio', { name: 'English' })).toBeFocused();
        await expect(page).toHaveTitle('Language and theme · Kindra');
        expect(await getLanguage(page)).toBe('en');
        expect(await page.evaluate('window.stillHere')).toBe(true);
        await expectAccessible(page);

        await page.reload();
        await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
        expect(await getLanguage(page)).toBe('en');
      });
    });

  test('sees errors of the server in Spanish', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel('Nombre de usuario').fill('nobodyatall');
    await page.getByLabel('Contraseña', { exact: true }).fill('Sunflower42');
    await page.getByRole('button', { name: 'INICIAR SESIÓN' }).click();
    await expect(page.getByText('El nombre de usuario o la contraseña no son correctos.')).toBeVisible();
  });
});

test('a browser with neither language shows English', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'fi-FI' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('tab', { name: 'For you' })).toBeVisible();
  expect(await getLanguage(page)).toBe('en');
  await context.close();
});

test('large text fits a narrow window in both languages', async ({ page, request }) => {
  const crowdfundings = await request.get('/api/crowdfunding/all');
  const [{ id }] = (await crowdfundings.json()) as [{ id: string }];
  await page.setViewportSize(WINDOWS[0]);
  for (const path of [
    '/',
    '/crowdfundings',
    `/crowdfundings/${id}`,
    '/adoptable-animals',
    '/login',
    '/register',
  ])
    for (const language of ['en', 'es']) {
      await page.goto(`${path}?lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      await expect(page.locator('main')).toBeVisible();
      const isWithinWindow = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      expect(isWithinWindow, `${path} in ${language}`).toBe(true);
    }
});
