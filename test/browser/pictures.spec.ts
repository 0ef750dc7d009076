import { expect, type Locator, test } from '@playwright/test';
import sharp from 'sharp';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { createUsername, findToast, logInAs, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

/** Returns the URL of the picture variant that the browser has selected. */
const findAddress = (picture: Locator): Promise<string> =>
  picture.evaluate((image) => (image as unknown as { readonly currentSrc: string }).currentSrc);

/** Creates a photo of 1600 × 800 pixels whose right quarter is green. */
async function createPhoto() {
  const create = (width: number, background: string) => ({
    width,
    height: 800,
    channels: 3 as const,
    background,
  });
  const rightQuarter = await sharp({ create: create(400, '#2f6b45') })
    .png()
    .toBuffer();
  const buffer = await sharp({ create: create(1600, '#b06030') })
    .composite([{ input: rightQuarter, left: 1200, top: 0 }])
    .png()
    .toBuffer();
  return { name: 'dog.png', mimeType: 'image/png', buffer };
}

/** Returns red minus green near the left and the right edge of an element. */
async function readEdges(element: Locator): Promise<readonly number[]> {
  const screenshot = sharp(await element.screenshot());
  const { width = 0, height = 0 } = await screenshot.metadata();
  const edges = [0.05, 0.95].map(async (share) => {
    const area = { left: Math.floor(width * share), top: Math.floor(height / 2), width: 2, height: 2 };
    const { channels } = await sharp(await screenshot.clone().extract(area).png().toBuffer()).stats();
    return (channels[0]?.mean ?? 0) - (channels[1]?.mean ?? 0);
  });
  return Promise.all(edges);
}

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide })) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a focal point is chosen by keyboard, and the detail page shows the larger picture around it', async ({
      page,
      context,
      playwright,
    }) => {
      const owner = await registerPerson(playwright.request, 'Hazel Thorn');
      const name = createUsername();
      await logInAs(context, owner);
      await page.goto('/new-post/adopt-animal');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Breed').fill('Siamese');
      await page.getByLabel('Description').fill('Looks to the right.');
      await page.getByLabel('Address').fill('4, Mill Lane');
      await page.getByLabel(/Choose an image/).setInputFiles(await createPhoto());

      const focalPoint = page.getByRole('slider', { name: 'Focal point' });
      await expect(focalPoint).toHaveAccessibleDescription(/stays visible when the image is cropped/);
      await page.getByLabel(/Choose another image/).focus();
      await page.keyboard.press('Tab');
      await expect(focalPoint).toBeFocused();
      for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowUp');
      await expect(focalPoint).toHaveAttribute('aria-valuetext', '100 % from the left, 45 % from the top');
      const preview = page.getByRole('complementary', { name: 'Preview' }).locator('img');
      await expect(preview).toHaveCSS('object-position', '100% 45%');
      await expectAccessible(page, BOTH_THEMES);
      const box = await focalPoint.boundingBox();
      await focalPoint.click({ position: { x: (box?.width ?? 0) - 1, y: 20 } });
      await expect(focalPoint).toHaveAttribute('aria-valuetext', /^100 % from the left/);

      await page.getByRole('button', { name: 'Offer for adoption' }).click();
      await expect(findToast(page, 'Adoption created correctly.')).toBeVisible();
      await page.getByRole('article', { name }).getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      const picture = page.getByRole('main').locator('img').first();
      await expect.poll(() => findAddress(picture)).toMatch(/[?&]hash=\w{16}&size=\d+&type=webp$/);
      await expect(picture).toHaveAttribute('width', '1600');
      await expect(picture).toHaveAttribute('height', '800');
      await expect(picture).toHaveCSS('object-fit', 'cover');
      // The frame is square and shows the right half of the picture, which is half green.
      await expect.poll(async () => (await readEdges(picture)).map(Math.sign)).toEqual([1, -1]);
      await expectAccessible(page, BOTH_THEMES);

      const address = await findAddress(picture);
      const response = await playwright.request.newContext().then((visitor) => visitor.get(address));
      expect(response.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
      expect((await sharp(await response.body()).metadata()).format).toBe('webp');
    });
  });
}
