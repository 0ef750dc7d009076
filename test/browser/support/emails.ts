import { expect } from '@playwright/test';

/** An email received by the mail server of the journeys. */
export interface ReceivedEmail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Waits for an email to `to` whose subject contains `subject`. Returns the newest such email. */
export async function findEmail(to: string, subject: string): Promise<ReceivedEmail> {
  const findNewest = async () => {
    const emails = (await (
      await fetch(process.env.KINDRA_TEST_EMAILS ?? '')
    ).json()) as readonly ReceivedEmail[];
    return emails.findLast((email) => email.to === to && email.subject.includes(subject));
  };
  await expect.poll(findNewest, { message: `an email “${subject}” to ${to}`, timeout: 30_000 }).toBeTruthy();
  return (await findNewest()) as ReceivedEmail;
}

/** Returns the first link in the newest email whose subject contains `subject`. */
export async function findEmailLink(to: string, subject: string): Promise<string> {
  const { text } = await findEmail(to, subject);
  return /https?:\S+/.exec(text)?.[0] ?? '';
}
