import type { System } from '../../adapters/compose.ts';
import { runAsPeer } from '../../adapters/peers.ts';
import { type ErasureObstacle, findErasureObstacles, ReadModelsBehind } from '../../application/erasure.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { eraseAccount } from '../../domain/accounts/erasure.ts';
import type { Coins } from '../../domain/kernel/coins.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { type AccountId, isUuid } from '../../domain/kernel/ids.ts';
import type { AppendSummary } from '../../domain/ports/read-models.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { sumRefundableDonations } from '../../projections/crowdfunding/unfinished/query.ts';
import { findProjectionsBehind } from '../../projections/engine/query.ts';
import { discardInterruptedRebuilds } from '../../projections/engine/rebuild/start.ts';
import { findProjectionsHandling, projections } from '../../projections/registry.ts';
import {
  type AddCommand,
  type CommandEnvironment,
  type CommonOptions,
  confirm,
  withCommonOptions,
} from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { parseReasonOption } from './reason-option.ts';
import { requireProfile } from './require-profile.ts';
import { printSecurityEvent } from './security-event.ts';

interface EraseOptions extends CommonOptions {
  readonly reason?: string;
}

/** The account to erase. The nickname is empty if an earlier erasure was interrupted. */
interface ErasedPerson {
  readonly id: AccountId;
  readonly nickname: string;
}

const VISIBILITY_TIMEOUT_MS = 5_000;

const DEFAULT_REASON = 'Erased by an operator, who gave no reason.';

/** Adds `kindra erase`, which erases an account for ever. */
export const addErase: AddCommand = (program, environment) => {
  withCommonOptions(program.command('erase'))
    .summary('Erases the private data of an account; the ledger stays intact')
    .description(
      'Erases all personal data of an account: name, email address, password, birthdate, sign-ins, sessions, pictures, and ' +
        'the key that encrypts its posts, messages and other texts, which become permanently unreadable. The log and the ' +
        'ledger stay intact: coin movements remain under the account id. An event records who erased the account and why. ' +
        'Nickname, username and email address become available to others. ' +
        'Coins remain in the wallet, from which two staff members can move them. ' +
        'Refused for staff, and while the account has a payment in progress or unfinished campaigns. Exits with status 1 ' +
        'if a read model still shows the account because its projection is behind. Ctrl-C stops the command before the ' +
        'erasure begins; after that it is completed. Repeating the command is harmless and completes an interrupted ' +
        'erasure. It cannot be undone. Earlier backups still contain the account.',
    )
    .argument('<nickname>', 'nickname or id of the account')
    .option('--reason <text>', 'reason; stored permanently in the log, so do not name anybody')
    .action((nickname: string, options: EraseOptions) =>
      environment.withSystem((system) => erase(system, environment, nickname, options)),
    );
};

async function erase(
  system: System,
  environment: CommandEnvironment,
  nickname: string,
  options: EraseOptions,
): Promise<number> {
  const { console, operator, signal } = environment;
  const reason = parseReasonOption(options.reason) ?? DEFAULT_REASON;
  const person = await findPerson(system, nickname);
  const { state } = await system.handler.load(accountDecider, person.id);
  const isRepeated = state.status === 'ERASED';
  const sumCoinsInCrowdfundings = async () => (isRepeated ? 0 : requireErasable(system, person));
  let coinsInCrowdfundings = await sumCoinsInCrowdfundings();
  const name = person.nickname || person.id;
  const walletCoins = await readCoinsInWallet(system, person.id);
  const question = `Erase ${name} (${state.profileName}) permanently?${walletCoins > 0 ? ` ${describeRemainingCoins(walletCoins, person)}` : ''}`;
  if (!isRepeated) await confirm(environment, options, question);
  // Payments and campaigns may have been added during the prompt.
  if (!options.yes) coinsInCrowdfundings = await sumCoinsInCrowdfundings();
  signal.throwIfAborted();
  const { erasure, hasChanged, behind } = await runAsPeer(system, async () => {
    const erasure = await executeErasure(system, operator, person.id, reason);
    const hasChanged = erasure.events.length > 0;
    if (hasChanged) printSecurityEvent(console, { kind: 'account-erased', subjectId: person.id });
    const behind = await findUnfinishedProjections(system, erasure);
    // Requests in progress may have stored data in the meantime.
    await system.privateData.registry.erase(person.id);
    return { erasure, hasChanged, behind };
  });
  await discardInterruptedRebuilds(system.pool, projections);
  const outcome = {
    changed: hasChanged,
    position: erasure.position,
    visible: behind.length === 0,
    behind,
    coinsInCrowdfundings,
    // Includes coins received during the erasure.
    coinsInWallet: await readCoinsInWallet(system, person.id),
  };
  if (options.json) console.print(JSON.stringify({ id: person.id, ...outcome }));
  else showOutcome(console, person, outcome);
  return outcome.visible ? 0 : 1;
}

async function readCoinsInWallet({ handler }: System, accountId: AccountId): Promise<Coins> {
  return (await handler.load(walletDecider, accountId)).state.balance;
}

async function findUnfinishedProjections(
  { pool, progress }: System,
  { eventTypes, position }: AppendSummary,
): Promise<readonly string[]> {
  const affectedProjections = findProjectionsHandling(eventTypes);
  if (await progress.waitFor(affectedProjections, position, VISIBILITY_TIMEOUT_MS)) return [];
  return findProjectionsBehind(pool, affectedProjections, position);
}

/** Finds an account by its profile or, if the profile is already erased, by its reservation. */
async function findPerson(system: System, nickname: string): Promise<ErasedPerson> {
  const holder = isUuid(nickname.toLowerCase())
    ? null
    : await system.privateData.registry.findNicknameHolder(nickname);
  if (holder) return { id: holder, nickname };
  return requireProfile(system, nickname);
}

/** Rejects accounts that cannot be erased yet. Returns the coins donated to unfinished campaigns. */
async function requireErasable(system: System, { id, nickname }: ErasedPerson): Promise<Coins> {
  const obstacles = await findErasureObstacles(system, id, VISIBILITY_TIMEOUT_MS).catch((error) => {
    if (!(error instanceof ReadModelsBehind)) throw error;
    throw new CommandFailed(
      'The read models are behind the log, so campaigns of the account cannot be checked. Start the workers first.',
    );
  });
  const reasons = obstacles.map((obstacle) => `- ${describeObstacle(obstacle)}`);
  if (reasons.length > 0)
    throw new CommandFailed(`${nickname || id} cannot be erased yet:\n${reasons.join('\n')}`);
  return sumRefundableDonations(system.pool, id);
}

function describeObstacle(obstacle: ErasureObstacle): string {
  switch (obstacle.kind) {
    case 'staff':
      return 'The account has a staff role. Revoke it first with kindra staff revoke.';
    case 'payment': {
      const { id, amount } = obstacle.payment;
      return `The payment ${id} of ${amount} coins is in progress. Retry when it is complete.`;
    }
    case 'crowdfunding': {
      const { id, title, status, held } = obstacle.crowdfunding;
      const crowdfunding = `The campaign “${title}” (${id})`;
      if (status === 'PENDING')
        return `${crowdfunding} awaits approval. Have it declined or cancelled first.`;
      if (status === 'ACTIVE') return `${crowdfunding} accepts donations. Have it closed or cancelled first.`;
      return `${crowdfunding} still holds ${held} coins, which are being paid out. Retry soon.`;
    }
  }
}

async function executeErasure(
  { handler, privateData, ids, clock }: System,
  actor: Actor,
  accountId: AccountId,
  reason: string,
) {
  const commandId = ids.next();
  const context = { commandId, correlationId: commandId, actor, occurredAt: clock.now(), reason };
  const erasure = await eraseAccount({ handler, registry: privateData.registry }, accountId, context);
  if (erasure.accepted) return erasure;
  throw new CommandFailed(erasure.rejection.message);
}

interface ErasureOutcome {
  readonly changed: boolean;
  /** Projections that still show the account. */
  readonly behind: readonly string[];
  readonly coinsInCrowdfundings: Coins;
  readonly coinsInWallet: Coins;
}

const describeRemainingCoins = (coins: Coins, { id }: ErasedPerson): string =>
  `${coins} coins remain in wallet:${id}. Two staff members can move them.`;

function showOutcome(console: Console, person: ErasedPerson, outcome: ErasureOutcome): void {
  const { id, nickname } = person;
  const { changed: hasChanged, behind: laggingProjections, coinsInCrowdfundings, coinsInWallet } = outcome;
  const name = nickname || 'The account';
  console.print(
    hasChanged ? `${name} is erased. Its id in the ledger is ${id}.` : `${name} was already erased.`,
  );
  if (coinsInWallet > 0) console.print(describeRemainingCoins(coinsInWallet, person));
  if (coinsInCrowdfundings > 0)
    console.print(`${coinsInCrowdfundings} coins are in unfinished campaigns. Refunds go to wallet:${id}.`);
  if (laggingProjections.length > 0)
    console.print(
      `The account is still visible, because these projections are behind: ${laggingProjections.join(', ')}. See kindra status, and repeat the command when they have caught up.`,
    );
  console.print('Earlier backups still contain this account. Erase it again after restoring one.');
}
