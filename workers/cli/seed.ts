import { seedDemo } from '../demo/seed.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { table } from './console.ts';

export const addSeed: AddCommand = (program, { console, withSystem }) => {
  withCommonOptions(program.command('seed'))
    .summary('Fills an empty system with demo data')
    .description('Fills an empty system with demo data, through the same commands as any user.')
    .action((options: CommonOptions) =>
      withSystem(async (system) => {
        if ((await system.log.head()) === 0)
          await confirm(console, options, 'Fill this system with demo data?');
        const demo = await seedDemo(system);
        if (options.json) console.print(JSON.stringify(demo));
        else console.print(demoText(demo));
        return 0;
      }),
    );
};

/** The demo's accounts and their passwords, for people to log in with. */
export function demoText({
  accounts,
  posts,
  campaigns,
  animals,
  messages,
}: Awaited<ReturnType<typeof seedDemo>>): string {
  const rows = accounts.map(({ username, password, role, approved }) => [
    username,
    password,
    approved ? role : `${role}, awaits approval`,
  ]);
  const made = `${accounts.length} accounts, ${posts} posts and comments, ${campaigns} crowdfundings, ${animals} animals for adoption, ${messages} messages`;
  return `Demo data: ${made}.\n\n${table(['username', 'password', 'role'], rows)}`;
}
