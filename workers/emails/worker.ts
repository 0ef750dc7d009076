import { renderEmail } from '../../application/emails/render.ts';
import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';
import { type EmailContents, EmailRefused, type Mailer, type StoredEmail } from '../../domain/ports/email.ts';
import { MAX_RETRY_MS } from '../../domain/ports/jobs.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker, WorkerLogger } from '../worker.ts';
import { createEventEmailRound, type EventEmailsSystem } from './event-emails.ts';

/** Dependencies of the email worker. */
export interface EmailsSystem extends EventEmailsSystem {
  readonly privateData: Pick<PrivateData, 'emails' | 'eventEmails'>;
  readonly mailer: Mailer;
  readonly logger: WorkerLogger;
}

const POLL_INTERVAL_MS = 500;
const BATCH_SIZE = 8;
/** If the process dies, the email is sent again after this time. Extended while the email is being sent. */
const LEASE_MS = 120_000;
const INITIAL_RETRY_MS = 5_000;
/** Maximum number of attempts to send an email. They take about a day. */
const MAX_ATTEMPTS = 300;
const LOOP_NAME = 'sending emails';
const QUEUEING_NAME = 'queueing emails';

/** Creates a function that sends emails that are due. Failures are retried with exponential backoff. */
export function createEmailDelivery({
  privateData: { emails, eventEmails },
  mailer,
  logger,
  publicUrl,
  leaseMs = LEASE_MS,
}: Omit<EmailsSystem, 'rawLog' | 'progress'> & { readonly leaseMs?: number }) {
  async function handleFailure({ id, attempts }: StoredEmail, error: Error): Promise<void> {
    const isFinal = error instanceof EmailRefused || attempts >= MAX_ATTEMPTS;
    // Server replies contain email addresses, so they are stored only in the private data.
    const { code } = error as NodeJS.ErrnoException;
    logger.error({ emailId: id, attempts, code }, isFinal ? 'email given up' : 'email delayed', id);
    if (isFinal) await emails.fail(id, error.message);
    else await emails.postpone(id, getBackoffMs(INITIAL_RETRY_MS, MAX_RETRY_MS, attempts), error.message);
  }

  async function isStillRelevant({ kind, accountId, content }: StoredEmail): Promise<boolean> {
    if (kind === 'new-messages') return eventEmails.hasUnreadMessages(accountId);
    if (kind !== 'contact-reminder') return true;
    return eventEmails.isUnanswered(accountId, content as EmailContents['contact-reminder']);
  }

  async function deliver(email: StoredEmail): Promise<void> {
    if (!(await isStillRelevant(email))) return emails.discard(email.id);
    try {
      await mailer.send(renderEmail(email, { ...email, publicUrl }));
    } catch (error) {
      return handleFailure(email, error as Error);
    }
    await emails.markSent(email.id, mailer.isLocal);
    logger.recovered?.(email.id);
  }

  /** Extends the leases until the mail server has responded. */
  async function deliverAll(claimedEmails: readonly StoredEmail[]): Promise<void> {
    const unfinishedIds = new Set(claimedEmails.map(({ id }) => id));
    const extendLeases = () =>
      emails
        .extendLease([...unfinishedIds], leaseMs)
        .catch((error: unknown) => logger.error({ err: error }, 'email lease not extended', LOOP_NAME));
    const timer = setInterval(extendLeases, leaseMs / 3);
    try {
      await Promise.all(
        claimedEmails.map((email) => deliver(email).finally(() => unfinishedIds.delete(email.id))),
      );
    } finally {
      clearInterval(timer);
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const dueEmails = await emails.claim(BATCH_SIZE, leaseMs);
      if (dueEmails.length === 0) return;
      await deliverAll(dueEmails);
    }
  };
}

/** Starts a worker that queues emails about new events and sends emails from the outbox. */
export function startEmailsWorker(system: EmailsSystem): Worker {
  const { logger } = system;
  const startLoop = (work: (signal: AbortSignal) => Promise<void>, name: string): Worker =>
    runRepeatedly(
      work,
      POLL_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'emails not sent', name),
      () => logger.recovered?.(name),
    );
  const loops = [
    startLoop(createEventEmailRound(system), QUEUEING_NAME),
    startLoop(createEmailDelivery(system), LOOP_NAME),
  ];
  return {
    close: async () => {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}
