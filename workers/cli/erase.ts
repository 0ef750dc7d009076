import type { System } from '../../adapters/compose.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { eraseAccount } from '../../domain/accounts/erasure.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { type AccountId, isUuid } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import {
  coinsInOpenCampaigns,
  type UnfinishedCampaign,
  unfinishedCampaigns,
} from '../../projections/crowdfunding/crowdfundings/unfinished.ts';
import { discardInterruptedRebuilds } from '../../projections/engine/rebuild/discard.ts';
import { projectionNames, projections } from '../../projections/registry.ts';
import { type AddCommand, type CommonOptions, confirm, withCommonOptions } from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { paymentsUnderWay } from './payments-under-way.ts';
import { profileOf } from './profile.ts';
import { reasonOption } from './reason-option.ts';

interface EraseOptions extends CommonOptions {
  readonly reason?: string;
}

/** Who is to be erased. The nickname is empty when that has begun before. */
interface Person {
  readonly id: AccountId;
  readonly nickname: string;
}

const VISIBLE_MS = 5_000;

/** What is written into the log where the operator says nothing. */
const NO_REASON = 'Erased by an operator, who gave no reason.';

export const addErase: AddCommand = (program, { console, operator, withSystem }) => {
  withCommonOptions(program.command('erase'))
    .summary('Erases a person’s private data; the ledger stays whole')
    .description(
      'Erases all that is known of a person: name, e-mail address, password, birthdate, sign-ins, sessions, pictures, and ' +
        'the key that their posts, messages and other texts are sealed with, so that nobody can ever read those again. ' +
        'The log and the ledger stay whole: their movements of coins stand under the account’s id. An event tells who ' +
        'erased the account and why. Nickname, username and e-mail address are free again for anybody. ' +
        'Refused for staff, and while the account has coins, a payment under way, or campaigns that are not over. Repeating it is harmless, and ' +
        'finishes what was cut off. It cannot be undone; backups made before still hold the person.',
    )
    .argument('<nickname>', 'nickname or id of the account')
    .option('--reason <text>', 'why; kept in the log for ever, so name nobody in it')
    .action((nickname: string, options: EraseOptions) =>
      withSystem((system) => erase(system, console, operator, nickname, options)),
    );
};

async function erase(
  system: System,
  console: Console,
  operator: Actor,
  nickname: string,
  options: EraseOptions,
): Promise<number> {
  const reason = reasonOption(options.reason) ?? NO_REASON;
  const person = await personOf(system, nickname);
  const { state } = await system.handler.load(accountDecider, person.id);
  const again = state.status === 'ERASED';
  const isStaff = state.role === 'ADMIN' || state.role === 'MOD';
  const coinsInCampaigns = async () => (again ? 0 : refuseWhatIsHeldBack(system, person, isStaff));
  let coinsLeft = await coinsInCampaigns();
  const name = person.nickname || person.id;
  if (!again) await confirm(console, options, `Erase ${name} (${state.profileName}) for ever?`);
  // Coins and campaigns may have come while the operator was thinking.
  if (!options.yes) coinsLeft = await coinsInCampaigns();
  const { changed, position } = await carryOut(system, operator, person.id, reason);
  const visible = await system.progress.waitFor(projectionNames, position, VISIBLE_MS);
  // Requests that were under way may have kept something meanwhile.
  await system.privateData.registry.erase(person.id);
  await discardInterruptedRebuilds(system.pool, projections);
  // What came in the very moment of the erasure is not lost, and the operator is told of it.
  const { state: wallet } = await system.handler.load(walletDecider, person.id);
  const coins = { coinsInCampaigns: coinsLeft, coinsInWallet: wallet.balance };
  if (options.json) console.print(JSON.stringify({ id: person.id, changed, position, visible, ...coins }));
  else show(console, person, { changed, visible, ...coins });
  return 0;
}

/** By their profile, or, should that be erased already and not the rest, by what is still reserved for them. */
async function personOf(system: System, nickname: string): Promise<Person> {
  const holder = isUuid(nickname.toLowerCase())
    ? null
    : await system.privateData.registry.holderOfNickname(nickname);
  if (holder) return { id: holder, nickname };
  return profileOf(system, nickname);
}

/**
 * Refuses an account that is staff, has coins, or campaigns that still need it.
 * @returns what it has given to campaigns that are not over
 */
async function refuseWhatIsHeldBack(
  { log, pool, handler, progress, payments, clock }: System,
  person: Person,
  isStaff: boolean,
): Promise<number> {
  if (!(await progress.waitFor(['crowdfundings', 'journal'], await log.head(), VISIBLE_MS)))
    throw new CommandFailed(
      'The read models are behind the log, so it cannot be told whether the account has campaigns. Start the workers first.',
    );
  const underWay = await paymentsUnderWay({ payments, pool, now: clock.now() }, person.id);
  const { state: wallet } = await handler.load(walletDecider, person.id);
  const reasons = [
    ...(isStaff ? ['a role of staff; take it back first, with kindra staff revoke'] : []),
    ...(wallet.balance > 0
      ? [
          `${wallet.balance} coins in the wallet; they can be given away, or taken by an adjustment of two staff`,
        ]
      : []),
    ...underWay.map(
      ({ id, amount }) =>
        `the payment ${id} of ${amount} coins, which is under way; try again once it has come`,
    ),
    ...(await unfinishedCampaigns(pool, person.id)).map(heldBackBy),
  ];
  if (reasons.length > 0)
    throw new CommandFailed(
      `${person.nickname || person.id} cannot be erased yet:\n${reasons.map((reason) => `- ${reason}`).join('\n')}`,
    );
  return coinsInOpenCampaigns(pool, person.id);
}

function heldBackBy({ id, title, status, held }: UnfinishedCampaign): string {
  const campaign = `the campaign “${title}” (${id})`;
  if (status === 'PENDING') return `${campaign} waits for staff; have it declined or cancelled`;
  if (status === 'ACTIVE') return `${campaign} takes donations; have it closed or cancelled`;
  return `${campaign} still holds ${held} coins, which are on their way out; try again soon`;
}

async function carryOut(
  { handler, privateData, ids, clock }: System,
  actor: Actor,
  accountId: AccountId,
  reason: string,
) {
  const commandId = ids.next();
  const context = { commandId, correlationId: commandId, actor, occurredAt: clock.now(), reason };
  const erased = await eraseAccount({ handler, registry: privateData.registry }, accountId, context);
  if (erased.accepted) return erased;
  throw new CommandFailed(erased.rejection.message);
}

interface Outcome {
  readonly changed: boolean;
  readonly visible: boolean;
  readonly coinsInCampaigns: number;
  readonly coinsInWallet: number;
}

function show(console: Console, { id, nickname }: Person, outcome: Outcome): void {
  const { changed, visible, coinsInCampaigns, coinsInWallet } = outcome;
  const name = nickname || 'The account';
  console.print(
    changed ? `${name} is erased. The ledger knows the account as ${id}.` : `${name} was erased before.`,
  );
  if (coinsInWallet > 0) console.print(`${coinsInWallet} coins have come since; they stand in wallet:${id}.`);
  if (coinsInCampaigns > 0)
    console.print(
      `${coinsInCampaigns} coins of theirs are in campaigns that are not over. What is refunded goes to wallet:${id}.`,
    );
  if (!visible) console.print('It will show once the workers run.');
  console.print(
    'Backups made before now still hold this person: after restoring one, erase the account again.',
  );
}
