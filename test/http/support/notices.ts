import { createSmtpMailer } from '../../../adapters/mail/smtp.ts';
import type { AuthResponse } from '../../../contract/shapes.ts';
import type { MailKind } from '../../../domain/ports/mail.ts';
import { createNoticeRound } from '../../../workers/mails/notices.ts';
import { createMailDelivery } from '../../../workers/mails/worker.ts';
import { WAIT_MS } from '../../support/wait.ts';
import type { TestApi } from './api.ts';
import type { TestMailServer } from './smtp.ts';

/** Creates functions that queue and send emails of notifications like the workers. */
export function createNoticeHelpers(getApi: () => TestApi, publicUrl: string) {
  return {
    /** Queues the emails of new events. */
    runRound: async (): Promise<void> => {
      const { foundation } = getApi();
      await foundation.progress.waitFor(['notifications'], await foundation.rawLog.head(), WAIT_MS);
      await createNoticeRound({ ...foundation, publicUrl })(new AbortController().signal);
    },
    /** Sends the emails that are due. */
    deliver: async ({ url }: TestMailServer): Promise<void> => {
      const mailer = createSmtpMailer({ url, from: 'Kindra <no-reply@kindra.example>' });
      try {
        await createMailDelivery({ ...getApi().foundation, publicUrl, mailer })(new AbortController().signal);
      } finally {
        mailer.close();
      }
    },
    /** Lists the emails of a kind to an account. */
    listMails: async ({ dataUser }: AuthResponse, kind: MailKind = 'notification') =>
      (await getApi().foundation.privateData.mails.list(['waiting', 'sent'], 500)).filter(
        (mail) => mail.accountId === dataUser.id && mail.kind === kind,
      ),
  };
}
