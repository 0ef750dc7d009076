import { createSmtpMailer } from '../../../adapters/mail/smtp.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import type { MailKind } from '../../../domain/ports/mail.ts';
import { createNoticeRound } from '../../../workers/mails/notices.ts';
import { createMailDelivery } from '../../../workers/mails/worker.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { api } from './shared-api.ts';
import type { TestMailServer } from './smtp.ts';

export const PUBLIC_URL = 'https://kindra.example';

/** Runs one round of the worker that queues emails about new events. */
export async function queueNotices(): Promise<void> {
  const { foundation } = api;
  await foundation.progress.waitFor(['notifications'], await foundation.rawLog.head(), WAIT_MS);
  await createNoticeRound({ ...foundation, publicUrl: PUBLIC_URL })(new AbortController().signal);
}

/** Runs one round of the worker that sends due emails. */
export async function deliverMails({ url }: TestMailServer): Promise<void> {
  const mailer = createSmtpMailer({ url, from: 'Kindra <no-reply@kindra.example>' });
  try {
    await createMailDelivery({ ...api.foundation, publicUrl: PUBLIC_URL, mailer })(
      new AbortController().signal,
    );
  } finally {
    mailer.close();
  }
}

/** Lists the pending and sent emails of one kind to an account. */
export const listMails = async ({ dataUser }: AuthResponse, kind: MailKind = 'notification') =>
  (await api.foundation.privateData.mails.list(['waiting', 'sent'], 500)).filter(
    (mail) => mail.accountId === dataUser.id && mail.kind === kind,
  );
