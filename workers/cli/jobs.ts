import type { StoredMail } from '../../domain/ports/mail.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed } from './console.ts';

const MAX_LISTED_MAILS = 100;

const summarize = ({ id, kind, state, attempts, createdAt, error }: StoredMail) => ({
  id,
  kind: `mail ${kind}`,
  state,
  attempts,
  createdAt,
  error,
});

const formatLine = (mail: StoredMail): string => {
  const { id, kind, state, attempts, createdAt, error } = summarize(mail);
  return [id, createdAt, kind, state, `attempts ${attempts}`, error ?? ''].join('  ').trimEnd();
};

export const addJobs: AddCommand = (program, { console, signal, withSystem }) => {
  const jobs = program.command('jobs').description('Shows work that waits or has failed: mails');
  withCommonOptions(jobs.command('list', { isDefault: true }))
    .description('Lists mails that wait or were given up. Addresses and contents are not shown.')
    .action(({ json }: CommonOptions) =>
      withSystem(async ({ privateData }) => {
        const unsentMails = await privateData.mails.list(['waiting', 'failed'], MAX_LISTED_MAILS);
        const mails = unsentMails.filter(({ isScheduled }) => !isScheduled);
        if (json) console.print(JSON.stringify(mails.map(summarize)));
        else if (mails.length === 0) console.print('Nothing waits, and nothing has failed.');
        else for (const mail of mails) console.print(formatLine(mail));
        return mails.some(({ state }) => state === 'failed') ? 1 : 0;
      }),
    );
  withCommonOptions(jobs.command('retry'))
    .description('Sends a mail again that was given up.')
    .argument('<id>', 'id of the mail')
    .action((id: string) =>
      withSystem(async ({ privateData }) => {
        if (!(await privateData.mails.retry(id))) throw new CommandFailed(`No mail ${id} was given up.`);
        console.print(`The mail ${id} will be sent again.`);
        return 0;
      }),
    );
  withCommonOptions(jobs.command('drop'))
    .description('Deletes a mail that was given up.')
    .argument('<id>', 'id of the mail')
    .action((id: string, options: CommonOptions) =>
      withSystem(async ({ privateData }) => {
        await confirm({ console, signal }, options, `Delete the mail ${id}?`);
        if (!(await privateData.mails.drop(id))) throw new CommandFailed(`No mail ${id} was given up.`);
        console.print(`The mail ${id} has been deleted.`);
        return 0;
      }),
    );
};
