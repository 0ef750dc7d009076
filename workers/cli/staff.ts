import { Argument } from 'commander';
import type { System } from '../../adapters/compose.ts';
import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { StaffRole } from '../../domain/accounts/events.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import type { Profile } from '../../projections/accounts/profiles/query.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { profileOf } from './profile.ts';
import { reasonOption } from './reason-option.ts';
import { noteSecurityEvent } from './security-event.ts';

interface StaffOptions extends CommonOptions {
  readonly reason?: string;
}

const VISIBLE_MS = 2_000;

export const addStaff: AddCommand = (program, { console, operator, signal, withSystem }) => {
  const staff = program.command('staff').description('Makes and unmakes staff');
  withCommonOptions(staff.command('grant'))
    .description('Makes an account staff: an event like any other, with who did it and why.')
    .argument('<nickname>', 'nickname or id of the account')
    .addArgument(new Argument('<role>', 'its role').choices(['ADMIN', 'MOD']))
    .option('--reason <text>', 'why; kept in the log')
    .action((nickname: string, role: StaffRole, options: StaffOptions) =>
      withSystem(async (system) => {
        const reason = reasonOption(options.reason);
        const profile = await profileOf(system, nickname);
        await confirm(
          { console, signal },
          options,
          `Make ${profile.nickname} (${profile.profileName}) ${role}?`,
        );
        const command = { type: 'GrantStaffRole', accountId: profile.id, role } as const;
        return change(system, console, operator, profile, command, { ...options, reason });
      }),
    );
  withCommonOptions(staff.command('revoke'))
    .description('Gives an account back the role that it registered with.')
    .argument('<nickname>', 'nickname or id of the account')
    .option('--reason <text>', 'why; kept in the log')
    .action((nickname: string, options: StaffOptions) =>
      withSystem(async (system) => {
        const reason = reasonOption(options.reason);
        const profile = await profileOf(system, nickname);
        await confirm({ console, signal }, options, `Take ${profile.role} from ${profile.nickname}?`);
        const command = { type: 'RevokeStaffRole', accountId: profile.id } as const;
        return change(system, console, operator, profile, command, { ...options, reason });
      }),
    );
};

async function change(
  { handler, ids, clock, progress }: System,
  console: Console,
  actor: Actor,
  { id, nickname }: Profile,
  command: AccountCommand,
  { json, reason }: CommonOptions & { readonly reason: string | undefined },
): Promise<number> {
  const commandId = ids.next();
  const occurredAt = clock.now();
  const context = { commandId, correlationId: commandId, actor, occurredAt, ...(reason && { reason }) };
  const handled = await handler.handle(accountDecider, id, command, context);
  if (!handled.accepted) throw new CommandFailed(handled.rejection.message);
  const visible = await progress.waitFor(['profiles'], handled.position, VISIBLE_MS);
  const { role } = handled.state;
  const changed = handled.events.length > 0;
  if (changed) noteSecurityEvent(console, { kind: 'staff-action', action: command.type, subjectId: id });
  if (json)
    console.print(JSON.stringify({ id, nickname, role, changed, position: handled.position, visible }));
  else
    console.print(
      `${nickname} is ${changed ? '' : 'already '}${role}.${visible ? '' : ' It will show once the workers run.'}`,
    );
  return 0;
}
