import { expect, type Page, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible } from './support/accessible.ts';
import { createUsername, findToast, logInAs, registerPerson } from './support/people.ts';
import { WINDOWS } from './support/windows.ts';

const findCard = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Scrolls down the feed until the post with this text is loaded. */
async function scrollTo(page: Page, text: string): Promise<void> {
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(findCard(page, text)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
}

for (const [size, viewport] of Object.entries({ narrow: WINDOWS.narrow, wide: WINDOWS.wide })) {
  test.describe(`in a ${size} window`, () => {
    test.use({ viewport });

    test('a visitor scrolls through pages, opens a post, and returns to the same place', async ({
      page,
      playwright,
    }) => {
      const author = await registerPerson(playwright.request);
      const marker = createUsername();
      for (let n = 0; n < 24; n++) await author.publish(`${marker} number ${n}.`);
      await page.goto('/');
      await scrollTo(page, `${marker} number 3.`);
      const ids = await page
        .getByRole('article')
        .getByRole('link', { name: /^Comment/ })
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect(new Set(ids).size).toBe(ids.length);

      const targetCard = findCard(page, `${marker} number 3.`);
      // A scroll animation in progress would change the distance.
      await expect(async () => {
        await page.mouse.wheel(0, ((await targetCard.boundingBox())?.y ?? 0) - viewport.height / 3);
        await expect
          .poll(async () => (await targetCard.boundingBox())?.y, { timeout: 1_000 })
          .toBeLessThan(viewport.height / 2);
      }).toPass();
      const boxBefore = await targetCard.boundingBox();
      await targetCard.getByRole('link', { name: /^Comment/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Post' })).toBeFocused();
      await expect(page.getByText('Be the first to leave a comment!')).toBeVisible();
      await page.goBack();
      await expect(targetCard).toBeInViewport();
      expect((await targetCard.boundingBox())?.y).toBeCloseTo(boxBefore?.y ?? 0, -1);
    });

    test('a visitor who likes or posts is redirected to the login', async ({ page, playwright }) => {
      const author = await registerPerson(playwright.request);
      await author.publish(`Frogs on the road, ${createUsername()}.`);
      await page.goto('/');
      await page.getByRole('button', { name: /^Like/ }).first().click();
      await expect(findToast(page, 'Please log in to perform this action.')).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);

      await page.goBack();
      await page.getByRole('textbox', { name: 'Write a post' }).fill('Hello');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(findToast(page, 'You must log in to create a post.')).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
    });

    test('a user posts, likes, comments and deletes', async ({ page, context, playwright }) => {
      await logInAs(context, await registerPerson(playwright.request));
      const text = `A swift fledged today 🐦 ${createUsername()}`;
      await page.goto('/');
      await page.getByRole('textbox', { name: 'Write a post' }).fill(text);
      await expect(page.getByText(`${[...text].length} / 300`)).toBeVisible();
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(findToast(page, 'Publication created sucesfull.')).toBeVisible();

      const ownCard = findCard(page, text);
      await ownCard.getByRole('button', { name: 'Like, 0 likes' }).click();
      await expect(ownCard.getByRole('button', { name: 'Like, 1 like', pressed: true })).toBeVisible();
      await ownCard.getByRole('link', { name: 'Comment, 0 comments' }).click();
      await page.getByRole('textbox', { name: 'Write a comment' }).fill('Good luck to it!');
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      await expect(page.getByRole('list', { name: 'Comments' })).toContainText('Good luck to it!');
      await expect(ownCard.getByRole('link', { name: 'Comment, 1 comment' })).toBeVisible();

      await page.reload();
      await expect(ownCard.getByRole('button', { name: 'Like, 1 like', pressed: true })).toBeVisible();
      await ownCard.getByRole('button', { name: 'Post options' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Are you sure you want to delete the post?' });
      await expect(question).toContainText('This action cannot be reversed.');
      await expectAccessible(page);
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(findToast(page, 'Post deleted sucesfull')).toBeVisible();
      await expect(page).toHaveURL(/\/$/);
      await expect(ownCard).toHaveCount(0);
    });

    test('likes, comments and posts of others appear live', async ({ page, playwright }) => {
      const author = await registerPerson(playwright.request);
      const otherPerson = await registerPerson(playwright.request, 'Rowan Field');
      const marker = createUsername();
      const post = await author.publish(`${marker} first.`);
      const updateStream = page.waitForResponse('**/api/live/updates');
      await page.goto('/');
      await updateStream;
      const card = findCard(page, `${marker} first.`);
      await expect(card).toBeVisible();

      await otherPerson.like(post);
      await otherPerson.publish('Well done!', post.id);
      await expect(card.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
      await expect(card.getByRole('link', { name: 'Comment, 1 comment' })).toBeVisible();

      const second = await author.publish(`${marker} second.`);
      await page.getByRole('button', { name: /^\d+ new posts?$/ }).click();
      await expect(findCard(page, `${marker} second.`)).toBeVisible();
      await author.remove(second);
      await expect(findCard(page, `${marker} second.`)).toHaveCount(0);

      await card.getByRole('link', { name: 'Comment, 1 comment' }).click();
      const comments = page.getByRole('list', { name: 'Comments' });
      await expect(comments).toContainText('Well done!');
      await author.publish('Thank you, Rowan!', post.id);
      await expect(comments).toContainText('Thank you, Rowan!');
    });

    test('a session that the server has ended redirects to the login', async ({
      page,
      context,
      playwright,
    }) => {
      const person = await registerPerson(playwright.request);
      const post = await person.publish(`Last words, ${createUsername()}.`);
      await logInAs(context, person);
      // The socket and background reads would detect the end of the session before the click.
      let isLoggedOut = false;
      await page.routeWebSocket(/\/ws/, () => {});
      await page.route(/\/api\/(?!likePublication|live)/, async (route) => {
        const response = await route.fetch();
        if (!isLoggedOut) await route.fulfill({ response });
      });
      await page.route(/\/api\/live/, () => {});
      await page.goto(`/post/${post.id}`);
      await expect(findCard(page, post.text)).toBeVisible();
      isLoggedOut = true;
      await person.logOut();
      await page.getByRole('button', { name: /^Like/ }).click();
      await expect(findToast(page, 'Your session has expired.')).toBeVisible();
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate("localStorage.getItem('token')")).toBeNull();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}

for (const viewport of [WINDOWS.narrow, { width: 1024, height: 800 }, WINDOWS.wide]) {
  test.describe(`every screen at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('is accessible in both themes', async ({ page, context, playwright }) => {
      const person = await registerPerson(playwright.request);
      const post = await person.publish(`Hedgehogs, ${createUsername()}.`);
      await person.publish('They like it here.', post.id);
      for (const path of ['/', '/explore', '/nowhere', '/crowdfundings', '/adoptable-animals']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await expectAccessible(page);
      }
      await logInAs(context, person);
      const ownPage = await context.newPage();
      for (const path of ['/', `/post/${post.id}`, '/wallet', '/conversations', '/new-post']) {
        await ownPage.goto(path);
        await expect(ownPage.getByRole('heading', { level: 1 })).toBeAttached();
        if (path === '/') await expect(findCard(ownPage, post.text)).toBeVisible();
        await expectAccessible(ownPage);
      }
    });
  });
}

test('a narrow window has a menu that opens and closes, and a tab for suggestions', async ({
  page,
  context,
  playwright,
}) => {
  await page.setViewportSize(WINDOWS.narrow);
  await registerPerson(playwright.request, 'Hazel Brook');
  await logInAs(context, await registerPerson(playwright.request));
  await page.goto('/');
  await page.getByRole('tab', { name: 'Others' }).click();
  await expect(page.getByRole('heading', { name: 'Suggested profiles' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expectAccessible(page, BOTH_THEMES);
  await menu.getByRole('link', { name: 'Adopt' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Adopt' })).toBeFocused();
  await expect(menu).toBeHidden();
});

test('a wide window keeps its menu collapsed after a reload', async ({ page }) => {
  await page.setViewportSize(WINDOWS.wide);
  await page.goto('/explore');
  await page.getByRole('button', { name: 'Collapse the menu' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand the menu' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Homepage' })).toBeVisible();
  await expectAccessible(page, BOTH_THEMES);
});

test('a visitor sees animals at once, and dismisses one between the posts', async ({ page }) => {
  await page.setViewportSize(WINDOWS.narrow);
  await page.goto('/');
  const aboutRegion = page.getByRole('region', { name: 'About Kindra' });
  await expect(aboutRegion.getByRole('link').first()).toBeInViewport();
  const animalCard = page.getByRole('article', { name: /^Looking for a home: / }).first();
  await expect(animalCard).toBeVisible();
  await animalCard.getByRole('button', { name: /^Not now/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeFocused();
  const dismissedCards = await page.evaluate("sessionStorage.getItem('dismissed-cards')");
  await page.reload();
  await expect(aboutRegion.getByRole('link').first()).toBeVisible();
  expect(await page.evaluate("sessionStorage.getItem('dismissed-cards')")).toBe(dismissedCards);
  await aboutRegion.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/adoptable-animals\/[\w-]+$/);
  await expect(page.getByRole('link', { name: /^Contact about/ })).toBeVisible();
  await expectAccessible(page);
});
