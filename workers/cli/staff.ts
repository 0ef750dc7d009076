import { Argument } from 'commander';
import type { System } from '../../adapters/compose.ts';
import type { Profile } from '../../contract/shapes.ts';
import type { AccountCommand } from '../../domain/accounts/commands.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import type { StaffRole } from '../../domain/accounts/events.ts';
import { STAFF_ROLES } from '../../domain/accounts/roles.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { waitUntilVisible } from '../../projections/wait-until-visible.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { parseReasonOption } from './reason-option.ts';
import { requireProfile } from './require-profile.ts';
import { printSecurityEvent } from './security-event.ts';

interface StaffOptions extends CommonOptions {
  readonly reason?: string;
}

/** Adds `kindra staff grant` and `revoke`. */
export const addStaff: AddCommand = (program, { console, operator, signal, withSystem }) => {
  const staff = program.command('staff').description('Grants and revokes staff roles');
  withCommonOptions(staff.command('grant'))
    .description('Grants an account a staff role. An event records who did it and why.')
    .argument('<nickname>', 'nickname or id of the account')
    .addArgument(new Argument('<role>', 'the role').choices(STAFF_ROLES))
    .option('--reason <text>', 'reason; stored in the log, which otherwise records that none was given')
    .action((nickname: string, role: StaffRole, options: StaffOptions) =>
      withSystem(async (system) => {
        const reason = parseReasonOption(options.reason) ?? 'Granted by an operator, who gave no reason.';
        const profile = await requireProfile(system, nickname);
        await confirm(
          { console, signal },
          options,
          `Grant ${role} to ${profile.nickname} (${profile.profileName})?`,
        );
        const command = { type: 'GrantStaffRole', accountId: profile.id, role } as const;
        return changeStaff(system, console, operator, profile, command, { ...options, reason });
      }),
    );
  withCommonOptions(staff.command('revoke'))
    .description('Revokes the staff role of an account. An event records who did it and why.')
    .argument('<nickname>', 'nickname or id of the account')
    .option('--reason <text>', 'reason; stored in the log, which otherwise records that none was given')
    .action((nickname: string, options: StaffOptions) =>
      withSystem(async (system) => {
        const reason = parseReasonOption(options.reason) ?? 'Revoked by an operator, who gave no reason.';
        const profile = await requireProfile(system, nickname);
        await confirm({ console, signal }, options, `Revoke ${profile.role} from ${profile.nickname}?`);
        const command = { type: 'RevokeStaffRole', accountId: profile.id } as const;
        return changeStaff(system, console, operator, profile, command, { ...options, reason });
      }),
    );
};

async function changeStaff(
  { handler, ids, clock, progress }: System,
  console: Console,
  actor: Actor,
  { id, nickname }: Profile,
  command: AccountCommand,
  { json, reason }: CommonOptions & { readonly reason: string },
): Promise<number> {
  const commandId = ids.next();
  const occurredAt = clock.now();
  const context = { commandId, correlationId: commandId, actor, occurredAt, reason };
  const commandResult = await handler.handle(accountDecider, id, command, context);
  if (!commandResult.accepted) throw new CommandFailed(commandResult.rejection.message);
  const isVisible = await waitUntilVisible(progress, [commandResult]);
  const { position, state } = commandResult;
  const { role } = state;
  const hasChanged = commandResult.events.length > 0;
  if (hasChanged) printSecurityEvent(console, { kind: 'staff-action', action: command.type, subjectId: id });
  if (json)
    console.print(JSON.stringify({ id, nickname, role, changed: hasChanged, position, visible: isVisible }));
  else
    console.print(
      `${nickname} is ${hasChanged ? '' : 'already '}${role}.${isVisible ? '' : ' The change becomes visible when workers run.'}`,
    );
  return 0;
}
