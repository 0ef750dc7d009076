import { expect } from '@playwright/test';

/** An email that the mail server of the journeys has received. */
export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns the newest email to an address whose subject contains a text, once the mail server has received it. */
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

/** Returns the first link in the newest email with a subject. */
export async function findMailLink(to: string, subject: string): Promise<string> {
  const { text } = await findMail(to, subject);
  return /https?:\S+/.exec(text)?.[0] ?? '';
}
