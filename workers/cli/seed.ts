import type { Handler } from '../../domain/handle.ts';
import { type Demo, demoStaff, requireDemoAllowed, seedDemo } from '../demo/seed.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed, formatTable } from './console.ts';

/** Adds `kindra seed`, which fills an empty system with demo data. */
export const addSeed: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('seed'))
    .summary('Fills an empty system with demo data')
    .description(
      'Fills an empty system with demo data, using the same commands as any user. The passwords of its accounts are ' +
        `public, including those of staff: ${demoStaff.join(', ')}. It cannot be undone; if it is stopped, start again ` +
        'on an empty database.',
    )
    .action((options: CommonOptions) =>
      withSystem(
        async (system) => {
          // Checked before `runAtomically`, which could discard existing data.
          await requireDemoAllowed(system);
          await confirm({ console, signal }, options, CONFIRMATION_QUESTION);
          await system.runAtomically(async () => {
            const demo = await seedDemo({ ...system, handler: makeAbortable(system.handler, signal) });
            console.print(options.json ? JSON.stringify(demo) : formatDemo(demo));
          });
          return 0;
        },
        { canCreate: true },
      ),
    );
};

const CONFIRMATION_QUESTION =
  `Fill this system with demo data? The passwords of its staff, ${demoStaff.join(' and ')}, are public, ` +
  'and staff can do anything here.';

const makeAbortable = (handler: Handler, signal: AbortSignal): Handler => ({
  ...handler,
  handle: (decider, id, command, context) => {
    if (signal.aborted) throw new CommandFailed('Stopped before the end. Start again on an empty database.');
    return handler.handle(decider, id, command, context);
  },
});

/** Formats the list of demo accounts with their passwords. */
export function formatDemo({ accounts, posts, crowdfundings, animals, messages }: Demo): string {
  const rows = accounts.map(({ username, password, role, approved }) => [
    username,
    password,
    approved ? role : `${role}, awaits approval`,
  ]);
  const summary = `${accounts.length} accounts, ${posts} posts and comments, ${crowdfundings} crowdfundings, ${animals} animals for adoption, ${messages} messages`;
  return `Demo data: ${summary}.\n\n${formatTable(['username', 'password', 'role'], rows)}`;
}
