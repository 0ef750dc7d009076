import type { Handler } from '../../domain/handle.ts';
import { type Demo, demandDemoFits, demoStaff, seedDemo } from '../demo/seed.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed, table } from './console.ts';

export const addSeed: AddCommand = (program, { console, signal, withSystem }) => {
  withCommonOptions(program.command('seed'))
    .summary('Fills an empty system with demo data')
    .description(
      'Fills an empty system with demo data, through the same commands as any user. The passwords of its accounts are ' +
        `public, those of staff too: ${demoStaff.join(', ')}. It cannot be taken back: a system that was filled, or stopped ` +
        'half way, begins anew on an empty database.',
    )
    .action((options: CommonOptions) =>
      withSystem(async (system) => {
        // Before anything is kept whole or thrown away: what is there already must stay.
        await demandDemoFits(system);
        await confirm({ console, signal }, options, QUESTION);
        await system.keepWhole(async () => {
          const demo = await seedDemo({ ...system, handler: stoppable(system.handler, signal) });
          console.print(options.json ? JSON.stringify(demo) : demoText(demo));
        });
        return 0;
      }),
    );
};

const QUESTION =
  `Fill this system with demo data? Everybody can know the passwords of its staff, ${demoStaff.join(' and ')}, ` +
  'who may do anything here.';

/** A handler that takes no more commands once it is to stop. */
const stoppable = (handler: Handler, signal: AbortSignal): Handler => ({
  ...handler,
  handle: (decider, id, command, context) => {
    if (signal.aborted) throw new CommandFailed('Stopped half way. Begin anew on an empty database.');
    return handler.handle(decider, id, command, context);
  },
});

/** The demo's accounts and their passwords, for people to log in with. */
export function demoText({ accounts, posts, campaigns, animals, messages }: Demo): string {
  const rows = accounts.map(({ username, password, role, approved }) => [
    username,
    password,
    approved ? role : `${role}, awaits approval`,
  ]);
  const made = `${accounts.length} accounts, ${posts} posts and comments, ${campaigns} crowdfundings, ${animals} animals for adoption, ${messages} messages`;
  return `Demo data: ${made}.\n\n${table(['username', 'password', 'role'], rows)}`;
}
