import { renderMail } from '../../application/mails/render.ts';
import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';
import { MAX_RETRY_MS } from '../../domain/ports/jobs.ts';
import { type MailContents, type Mailer, MailRefused, type StoredMail } from '../../domain/ports/mail.ts';
import type { PrivateData } from '../../domain/ports/private-data.ts';
import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker, WorkerLogger } from '../worker.ts';
import { createNoticeRound, type NoticesSystem } from './notices.ts';

/** Dependencies of the mail worker. */
export interface MailsSystem extends NoticesSystem {
  readonly privateData: Pick<PrivateData, 'mails' | 'notices'>;
  readonly mailer: Mailer;
  readonly logger: WorkerLogger;
}

const POLL_INTERVAL_MS = 500;
const BATCH_SIZE = 8;
/**
 * Lease on an email in ms, extended while the email is being sent. If the process dies, the email is sent again after
 * the lease expires.
 */
const LEASE_MS = 120_000;
const INITIAL_RETRY_MS = 5_000;
/** Maximum number of attempts to send an email. They take about a day. */
const MAX_ATTEMPTS = 300;
const LOOP_NAME = 'sending mails';
const QUEUEING_NAME = 'queueing mails';

/** Creates a function that sends emails that are due. Failures are retried with exponential backoff. */
export function createMailDelivery({
  privateData: { mails, notices },
  mailer,
  logger,
  publicUrl,
  leaseMs = LEASE_MS,
}: Omit<MailsSystem, 'rawLog' | 'progress'> & { readonly leaseMs?: number }) {
  async function handleFailure({ id, attempts }: StoredMail, error: Error): Promise<void> {
    const isFinal = error instanceof MailRefused || attempts >= MAX_ATTEMPTS;
    // Server replies contain email addresses, so they are stored only in the private data.
    const { code } = error as NodeJS.ErrnoException;
    logger.error({ mail: id, attempts, code }, isFinal ? 'mail given up' : 'mail delayed', id);
    if (isFinal) await mails.fail(id, error.message);
    else await mails.postpone(id, getBackoffMs(INITIAL_RETRY_MS, MAX_RETRY_MS, attempts), error.message);
  }

  /** Returns whether a scheduled email is still relevant. */
  async function isStillRelevant({ kind, accountId, content }: StoredMail): Promise<boolean> {
    if (kind === 'new-messages') return notices.hasUnreadMessages(accountId);
    if (kind !== 'contact-reminder') return true;
    return notices.isUnanswered(accountId, content as MailContents['contact-reminder']);
  }

  async function deliver(mail: StoredMail): Promise<void> {
    if (!(await isStillRelevant(mail))) return mails.discard(mail.id);
    try {
      await mailer.send(renderMail(mail, { ...mail, publicUrl }));
    } catch (error) {
      return handleFailure(mail, error as Error);
    }
    await mails.markSent(mail.id, mailer.isLocal);
    logger.recovered?.(mail.id);
  }

  /** Sends claimed emails. Extends their leases until the mail server has responded. */
  async function deliverAll(claimedMails: readonly StoredMail[]): Promise<void> {
    const unfinishedIds = new Set(claimedMails.map(({ id }) => id));
    const extendLeases = () =>
      mails
        .extendLease([...unfinishedIds], leaseMs)
        .catch((error: unknown) => logger.error({ err: error }, 'lease of mails not extended', LOOP_NAME));
    const timer = setInterval(extendLeases, leaseMs / 3);
    try {
      await Promise.all(
        claimedMails.map((mail) => deliver(mail).finally(() => unfinishedIds.delete(mail.id))),
      );
    } finally {
      clearInterval(timer);
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const dueMails = await mails.claim(BATCH_SIZE, leaseMs);
      if (dueMails.length === 0) return;
      await deliverAll(dueMails);
    }
  };
}

/** Starts a worker that queues emails about new events and sends emails from the outbox. */
export function startMailsWorker(system: MailsSystem): Worker {
  const { logger } = system;
  const startLoop = (work: (signal: AbortSignal) => Promise<void>, name: string): Worker =>
    runRepeatedly(
      work,
      POLL_INTERVAL_MS,
      (error) => logger.error({ err: error }, 'mails not sent', name),
      () => logger.recovered?.(name),
    );
  const loops = [
    startLoop(createNoticeRound(system), QUEUEING_NAME),
    startLoop(createMailDelivery(system), LOOP_NAME),
  ];
  return {
    close: async () => {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}
