import { createSmtpMailer } from '../../../adapters/email/smtp.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import type { EmailKind } from '../../../domain/ports/email.ts';
import type { ReadModelProgress } from '../../../domain/ports/read-models.ts';
import { createEventEmailRound } from '../../../workers/emails/event-emails.ts';
import { createEmailDelivery } from '../../../workers/emails/worker.ts';
import { WAIT_MS } from '../../support/wait.ts';
import { api } from './shared-api.ts';
import type { TestMailServer } from './smtp.ts';

export const PUBLIC_URL = 'https://kindra.example';

/** Runs one round of the worker that queues emails about new events. `progress` replaces that of the read models. */
export async function queueEventEmails(progress: Partial<ReadModelProgress> = {}): Promise<void> {
  const { foundation } = api;
  await foundation.progress.waitFor(['notifications'], await foundation.rawLog.head(), WAIT_MS);
  const system = { ...foundation, publicUrl: PUBLIC_URL, progress: { ...foundation.progress, ...progress } };
  await createEventEmailRound(system)(new AbortController().signal);
}

/** Runs one round of the worker that sends due emails. */
export async function deliverEmails({ url }: TestMailServer): Promise<void> {
  const mailer = createSmtpMailer({ url, from: 'Kindra <no-reply@kindra.example>' });
  try {
    await createEmailDelivery({ ...api.foundation, publicUrl: PUBLIC_URL, mailer })(
      new AbortController().signal,
    );
  } finally {
    mailer.close();
  }
}

/** Lists the pending and sent emails of one kind to an account. */
export const listEmails = async ({ dataUser }: AuthResponse, kind: EmailKind = 'notification') =>
  (await api.foundation.privateData.emails.list(['waiting', 'sent'], 500)).filter(
    (email) => email.accountId === dataUser.id && email.kind === kind,
  );
