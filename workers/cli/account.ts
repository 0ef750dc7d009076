import { runAsPeer } from '../../adapters/peers.ts';
import { createResetLink, RESET_TTL_MS } from '../../application/passwords.ts';
import { resetFactors } from '../../application/second-factors.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed } from './console.ts';
import { parseReasonOption } from './reason-option.ts';
import { requireProfile } from './require-profile.ts';
import { printSecurityEvent } from './security-event.ts';

const RESET_MINUTES = RESET_TTL_MS / 60_000;

/** Adds `kindra account reset` and `reset-factors`, which help people who are locked out of their accounts. */
export const addAccount: AddCommand = (program, { console, operator, signal, withSystem }) => {
  const account = program.command('account').description('Restores access to accounts');
  withCommonOptions(account.command('reset'))
    .description(
      `Prints a one-time link for setting a new password, valid for ${RESET_MINUTES} minutes. Verify the identity of the person who requests it.`,
    )
    .argument('<nickname>', 'nickname or id of the account')
    .action((nickname: string, options: CommonOptions) =>
      withSystem(async (system) => {
        const { id, nickname: name, profileName } = await requireProfile(system, nickname);
        await confirm(
          { console, signal },
          options,
          `Create a link that takes over ${name} (${profileName})?`,
        );
        const link = await createResetLink(system, id, system.publicUrl);
        if (!link) throw new CommandFailed(`${name} has no password: the account signs in with Google.`);
        const event = { kind: 'staff-action', action: 'ResetPassword', subjectId: id } as const;
        printSecurityEvent(console, event, { operator: operator.id });
        console.print(options.json ? JSON.stringify({ id, nickname: name, link }) : link);
        return 0;
      }),
    );
  withCommonOptions(account.command('reset-factors'))
    .description(
      'Deletes the passkeys, authenticator app and recovery codes of an account, and logs it out everywhere.',
    )
    .argument('<nickname>', 'nickname or id of the account')
    .requiredOption('--reason <text>', 'reason; written to the security log')
    .action((nickname: string, options: CommonOptions & { readonly reason: string }) =>
      withSystem(async (system) => {
        const reason = parseReasonOption(options.reason);
        const { id, nickname: name, profileName } = await requireProfile(system, nickname);
        await confirm(
          { console, signal },
          options,
          `Delete the second factors of ${name} (${profileName})? The password alone then gives access to the account.`,
        );
        const isReset = await runAsPeer(system, () =>
          resetFactors(system, { accountId: id, language: 'en' }),
        );
        if (!isReset) throw new CommandFailed(`${name} has no second factor.`);
        const event = { kind: 'staff-action', action: 'ResetSecondFactors', subjectId: id } as const;
        printSecurityEvent(console, event, { operator: operator.id, reason });
        console.print(
          options.json
            ? JSON.stringify({ id, nickname: name })
            : `The second factors of ${name} are deleted, and all sessions are ended.`,
        );
        return 0;
      }),
    );
};
