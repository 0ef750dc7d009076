import type { System } from '../../adapters/compose.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { eraseAccount } from '../../domain/accounts/erasure.ts';
import type { Coins } from '../../domain/kernel/coins.ts';
import type { Actor, Position } from '../../domain/kernel/event.ts';
import { type AccountId, isUuid } from '../../domain/kernel/ids.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import {
  coinsInOpenCampaigns,
  type UnfinishedCampaign,
  unfinishedCampaigns,
} from '../../projections/crowdfunding/crowdfundings/unfinished.ts';
import { projectionsBehind } from '../../projections/engine/query.ts';
import { discardInterruptedRebuilds } from '../../projections/engine/rebuild/discard.ts';
import { projections } from '../../projections/registry.ts';
import {
  type AddCommand,
  type CommandEnvironment,
  type CommonOptions,
  confirm,
  withCommonOptions,
} from './command.ts';
import { CommandFailed, type Console } from './console.ts';
import { paymentsUnderWay } from './payments-under-way.ts';
import { profileOf } from './profile.ts';
import { reasonOption } from './reason-option.ts';
import { noteSecurityEvent } from './security-event.ts';

interface EraseOptions extends CommonOptions {
  readonly reason?: string;
}

/** Who is to be erased. The nickname is empty when that has begun before. */
interface Person {
  readonly id: AccountId;
  readonly nickname: string;
}

const VISIBLE_MS = 5_000;

/** The read models that show who somebody was, or what they wrote, until they have seen the erasure. */
const SHOWING = projections.filter(({ on }) => 'AccountErased' in on).map(({ name }) => name);

/** What is written into the log where the operator says nothing. */
const NO_REASON = 'Erased by an operator, who gave no reason.';

export const addErase: AddCommand = (program, environment) => {
  withCommonOptions(program.command('erase'))
    .summary('Erases a person’s private data; the ledger stays whole')
    .description(
      'Erases all that is known of a person: name, e-mail address, password, birthdate, sign-ins, sessions, pictures, and ' +
        'the key that their posts, messages and other texts are sealed with, so that nobody can ever read those again. ' +
        'The log and the ledger stay whole: their movements of coins stand under the account’s id. An event tells who ' +
        'erased the account and why. Nickname, username and e-mail address are free again for anybody. ' +
        'Coins stay in their wallet, where two members of staff can move them. ' +
        'Refused for staff, and while the account has a payment under way, or campaigns that are not over. Ends with status 1 ' +
        'when a read model still shows the person because its projection is behind. Ctrl-C stops it before the erasure begins; ' +
        'what has begun is finished. Repeating it is harmless, and finishes what was cut off. It cannot be undone; backups made before still hold the person.',
    )
    .argument('<nickname>', 'nickname or id of the account')
    .option('--reason <text>', 'why; kept in the log for ever, so name nobody in it')
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
  const reason = reasonOption(options.reason) ?? NO_REASON;
  const person = await personOf(system, nickname);
  const { state } = await system.handler.load(accountDecider, person.id);
  const again = state.status === 'ERASED';
  const isStaff = state.role === 'ADMIN' || state.role === 'MOD';
  const coinsInCampaigns = async () => (again ? 0 : refuseWhatIsHeldBack(system, person, isStaff));
  let coinsLeft = await coinsInCampaigns();
  const name = person.nickname || person.id;
  const coinsThen = await coinsInWallet(system, person.id);
  const question = `Erase ${name} (${state.profileName}) for ever?${coinsThen > 0 ? ` ${stay(coinsThen, person)}` : ''}`;
  if (!again) await confirm(environment, options, question);
  // Payments and campaigns may have come while the operator was thinking.
  if (!options.yes) coinsLeft = await coinsInCampaigns();
  signal.throwIfAborted();
  const { changed, position } = await carryOut(system, operator, person.id, reason);
  if (changed) noteSecurityEvent(console, { kind: 'account-erased', subjectId: person.id });
  const behind = await stillShowing(system, position);
  // Requests that were under way may have kept something meanwhile.
  await system.privateData.registry.erase(person.id);
  await discardInterruptedRebuilds(system.pool, projections);
  // Also what came in the very moment of the erasure.
  const coins = { coinsInCampaigns: coinsLeft, coinsInWallet: await coinsInWallet(system, person.id) };
  const visible = behind.length === 0;
  if (options.json)
    console.print(JSON.stringify({ id: person.id, changed, position, visible, behind, ...coins }));
  else show(console, person, { changed, behind, ...coins });
  return visible ? 0 : 1;
}

async function coinsInWallet({ handler }: System, accountId: AccountId): Promise<Coins> {
  return (await handler.load(walletDecider, accountId)).state.balance;
}

/** Which read models show the person even now that they have had their time. */
async function stillShowing({ pool, progress }: System, erased: Position): Promise<readonly string[]> {
  if (await progress.waitFor(SHOWING, erased, VISIBLE_MS)) return [];
  return projectionsBehind(pool, SHOWING, erased);
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
 * Refuses an account that is staff, has a payment under way, or campaigns that still need it.
 * @returns what it has given to campaigns that are not over
 */
async function refuseWhatIsHeldBack(
  { log, pool, progress, payments, clock }: System,
  person: Person,
  isStaff: boolean,
): Promise<number> {
  if (!(await progress.waitFor(['crowdfundings', 'journal'], await log.head(), VISIBLE_MS)))
    throw new CommandFailed(
      'The read models are behind the log, so it cannot be told whether the account has campaigns. Start the workers first.',
    );
  const underWay = await paymentsUnderWay({ payments, pool, now: clock.now() }, person.id);
  const reasons = [
    ...(isStaff ? ['a role of staff; take it back first, with kindra staff revoke'] : []),
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
  /** The projections whose read models show the person yet. */
  readonly behind: readonly string[];
  readonly coinsInCampaigns: Coins;
  readonly coinsInWallet: Coins;
}

/** Where the coins of somebody stay who is gone. */
const stay = (coins: Coins, { id }: Person): string =>
  `${coins} coins stay in wallet:${id}; two members of staff can move them.`;

function show(console: Console, person: Person, outcome: Outcome): void {
  const { id, nickname } = person;
  const { changed, behind, coinsInCampaigns, coinsInWallet: coins } = outcome;
  const name = nickname || 'The account';
  console.print(
    changed ? `${name} is erased. The ledger knows the account as ${id}.` : `${name} was erased before.`,
  );
  if (coins > 0) console.print(stay(coins, person));
  if (coinsInCampaigns > 0)
    console.print(
      `${coinsInCampaigns} coins of theirs are in campaigns that are not over. What is refunded goes to wallet:${id}.`,
    );
  if (behind.length > 0)
    console.print(
      `What is read still shows the person, since these projections are behind: ${behind.join(', ')}. See kindra status, and repeat this once they have caught up.`,
    );
  console.print(
    'Backups made before now still hold this person: after restoring one, erase the account again.',
  );
}
