import { expect } from '@playwright/test';

/** An email received by the mail server of the journeys. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Waits for an email to an address whose subject contains `subject`. Returns the newest one. */
export async function findMail(to: string, subject: string): Promise<ReceivedMail> {
  const findNewest = async () => {
    const mails = (await (
      await fetch(process.env.KINDRA_TEST_MAILS ?? '')
    ).json()) as readonly ReceivedMail[];
    return mails.findLast((mail) => mail.to === to && mail.subject.includes(subject));
  };
  await expect.poll(findNewest, { message: `a mail “${subject}” to ${to}`, timeout: 30_000 }).toBeTruthy();
  return (await findNewest()) as ReceivedMail;
}

/** Returns the first link in the newest email whose subject contains `subject`. */
export async function findMailLink(to: string, subject: string): Promise<string> {
  const { text } = await findMail(to, subject);
  return /https?:\S+/.exec(text)?.[0] ?? '';
}
