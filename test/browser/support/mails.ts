import { type BrowserContext, expect } from '@playwright/test';

/** Opens the page that shows the mails, and returns the address of the first link in the newest mail with a subject. */
export async function findMailLink(context: BrowserContext, to: string, subject: string): Promise<string> {
  const mailbox = await context.newPage();
  const mail = mailbox
    .getByRole('article')
    .filter({ hasText: `To ${to}` })
    .filter({ hasText: subject });
  await expect(async () => {
    await mailbox.goto('/local/mail');
    await expect(mail.first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const link = (await mail.first().getByRole('link').first().getAttribute('href')) ?? '';
  await mailbox.close();
  return link;
}
