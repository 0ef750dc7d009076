import { isUuid, type Uuid } from '../../domain/kernel/ids.ts';
import type { StoredEmail } from '../../domain/ports/email.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed } from './console.ts';

const MAX_LISTED_EMAILS = 100;

const summarize = ({ id, kind, state, attempts, createdAt, error }: StoredEmail) => ({
  id,
  kind: `email ${kind}`,
  state,
  attempts,
  createdAt,
  error,
});

const formatLine = (email: StoredEmail): string => {
  const { id, kind, state, attempts, createdAt, error } = summarize(email);
  return [id, createdAt, kind, state, `attempts ${attempts}`, error ?? ''].join('  ').trimEnd();
};

const createUnknownEmailError = (id: string): CommandFailed =>
  new CommandFailed(`There is no email ${id} that was given up.`);

/**
 * Parses the id of an email.
 * @throws CommandFailed if it is not a UUID, so that no email has it
 */
const parseEmailId = (text: string): Uuid => {
  const id = text.toLowerCase();
  if (!isUuid(id)) throw createUnknownEmailError(text);
  return id;
};

/** Adds `kindra jobs list`, `retry` and `drop` for emails that wait or were given up. */
export const addJobs: AddCommand = (program, { console, signal, withSystem }) => {
  const jobs = program.command('jobs').description('Shows pending and failed emails');
  withCommonOptions(jobs.command('list', { isDefault: true }))
    .description(
      `Lists emails that were given up, then pending emails, at most ${MAX_LISTED_EMAILS}. Addresses and contents are not shown. ` +
        'Exits with status 1 if an email was given up.',
    )
    .action(({ json }: CommonOptions) =>
      withSystem(async ({ privateData }) => {
        const unsentEmails = await privateData.emails.listUnsent(MAX_LISTED_EMAILS + 1);
        const emails = unsentEmails.slice(0, MAX_LISTED_EMAILS);
        if (json) console.print(JSON.stringify(emails.map(summarize)));
        else if (emails.length === 0) console.print('No emails are pending, and none have failed.');
        else for (const email of emails) console.print(formatLine(email));
        if (unsentEmails.length > emails.length)
          console.printNote(`There are more emails. These are the first ${MAX_LISTED_EMAILS}.`);
        return emails.some(({ state }) => state === 'failed') ? 1 : 0;
      }),
    );
  withCommonOptions(jobs.command('retry'))
    .description('Resends an email that was given up.')
    .argument('<id>', 'id of the email', parseEmailId)
    .action((id: Uuid, { json }: CommonOptions) =>
      withSystem(async ({ privateData }) => {
        if (!(await privateData.emails.retry(id))) throw createUnknownEmailError(id);
        console.print(
          json ? JSON.stringify({ id, state: 'waiting' }) : `The email ${id} will be sent again.`,
        );
        return 0;
      }),
    );
  withCommonOptions(jobs.command('drop'))
    .description('Deletes an email that was given up.')
    .argument('<id>', 'id of the email', parseEmailId)
    .action((id: Uuid, options: CommonOptions) =>
      withSystem(async ({ privateData }) => {
        await confirm({ console, signal }, options, `Delete the email ${id}?`);
        if (!(await privateData.emails.drop(id))) throw createUnknownEmailError(id);
        console.print(
          options.json ? JSON.stringify({ id, state: 'deleted' }) : `The email ${id} has been deleted.`,
        );
        return 0;
      }),
    );
};
