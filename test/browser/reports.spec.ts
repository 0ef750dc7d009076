import { expect, test } from '@playwright/test';
import { BOTH_THEMES, expectAccessible, expectAccessibleAtAllWidths } from './support/accessible.ts';
import { findToast, logInAs, registerPerson } from './support/people.ts';
import { logInStaff } from './support/staff.ts';

test('a post is reported, and staff resolve the case with a reason', async ({ browser, playwright }) => {
  const { request } = playwright;
  const [author, reporter] = await Promise.all([
    registerPerson(request, 'Ash Loud'),
    registerPerson(request, 'Juniper Vale'),
  ]);
  const text = `Buy cheap kittens ${author.username}`;
  const post = await author.publish(text);

  const otherContext = await browser.newContext();
  await logInAs(otherContext, reporter);
  const page = await otherContext.newPage();
  await page.goto(`/post/${post.id}`);
  const card = page.getByRole('article').filter({ hasText: text });
  await card.getByRole('button', { name: 'Post options' }).click();
  await card.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this post' });
  await dialog.getByLabel('What is wrong?').selectOption('Something else');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByText('Please describe what is wrong.')).toBeVisible();
  await dialog.getByLabel('Tell us more').fill('Animals are not sold here.');
  await expectAccessible(page, BOTH_THEMES);
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(findToast(page, 'Thank you. Staff will look at it.')).toBeVisible();
  await expect(dialog).toBeHidden();

  const staff = await logInStaff(request, 'oskar');
  const staffContext = await browser.newContext();
  await logInAs(staffContext, staff.session);
  const staffPage = await staffContext.newPage();
  await staffPage.goto('/dashboard');
  await staffPage.getByRole('link', { name: 'Reports' }).click();
  const reportCard = staffPage.getByRole('article', { name: `Post: ${text}` });
  await expect(reportCard.getByText('Animals are not sold here.')).toBeVisible();
  await expect(reportCard.getByText('1 report', { exact: true })).toBeVisible();
  await expectAccessibleAtAllWidths(staffPage);
  await reportCard.getByRole('button', { name: `Resolve reports of Post: ${text}` }).click();
  const question = staffPage.getByRole('dialog', { name: 'Resolve these reports?' });
  await question.getByLabel('Reason').fill('The author has been told.');
  await question.getByRole('button', { name: 'Resolve' }).click();
  await expect(findToast(staffPage, 'The reports have been resolved.')).toBeVisible();
  await expect(reportCard).toHaveCount(0);
  await staffPage.getByRole('tab', { name: 'Resolved' }).click();
  await expect(reportCard.getByText('The author has been told.')).toBeVisible();
  await staffPage.goto('/dashboard/audit/actions');
  await expect(staffPage.getByRole('row').filter({ hasText: 'The author has been told.' })).toBeVisible();
});

test('a blocked profile disappears from feed and chat, and comes back after unblocking', async ({
  browser,
  playwright,
}) => {
  const { request } = playwright;
  const [author, reader] = await Promise.all([
    registerPerson(request, 'Ash Loud'),
    registerPerson(request, 'Juniper Vale'),
  ]);
  const text = `Loud words ${author.username}`;
  await reader.follow(author.dataUser);
  await author.publish(text);

  const context = await browser.newContext();
  await logInAs(context, reader);
  const page = await context.newPage();
  const post = page.getByRole('article').filter({ hasText: text });
  await page.goto('/');
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(post).toBeVisible();

  await post.getByRole('link', { name: 'Ash Loud' }).click();
  await page.getByRole('button', { name: 'Profile options' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  const question = page.getByRole('dialog', { name: 'Block Ash Loud?' });
  await question.getByRole('button', { name: 'Block' }).click();
  await expect(findToast(page, 'You have blocked Ash Loud.')).toBeVisible();
  await expect(page.getByText('You have blocked this profile.')).toBeVisible();
  await expect(post).toHaveCount(0);
  await expectAccessibleAtAllWidths(page);
  await page.goto('/');
  await page.getByRole('tab', { name: 'Following' }).click();
  await expect(page.getByRole('tab', { name: 'Following', selected: true })).toBeVisible();
  await expect(post).toHaveCount(0);

  const otherContext = await browser.newContext();
  await logInAs(otherContext, author);
  const otherPage = await otherContext.newPage();
  await otherPage.goto(`/conversations/${reader.dataUser.id}`);
  await otherPage.getByRole('textbox').fill('Hello?');
  await otherPage.getByRole('textbox').press('Enter');
  await expect(findToast(otherPage, 'You cannot interact with this profile.')).toBeVisible();
  await otherPage.goto(`/profile/${reader.dataUser.nickname}`);
  await otherPage.getByRole('button', { name: 'Follow Juniper Vale' }).click();
  await expect(findToast(otherPage, 'You cannot interact with this profile.')).toBeVisible();

  await page.goto('/settings/hidden-profiles');
  await expectAccessibleAtAllWidths(page);
  await page.getByRole('button', { name: 'Unblock Ash Loud' }).click();
  await expect(findToast(page, 'You have unblocked Ash Loud.')).toBeVisible();
  await expect(page.getByText('You have not blocked or muted anyone.')).toBeVisible();
  await page.goto(`/profile/${author.dataUser.nickname}`);
  await expect(post).toBeVisible();
});
