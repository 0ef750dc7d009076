import { createPacedRunner } from '../../common/paced-runner.ts';
import type { LiveHint } from '../../contract/live.ts';
import type { PostUpdate } from '../../domain/effects/definition.ts';
import { effectsByType } from '../../domain/effects/table.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, PostId } from '../../domain/kernel/ids.ts';
import { getWalletOwner } from '../../domain/ledger/journal.ts';
import { filterPublicAccounts, filterStaff } from '../../projections/accounts/profiles/query.ts';
import { loadCrowdfundingProgress } from '../../projections/crowdfunding/crowdfundings/query.ts';
import { loadPostCounts } from '../../projections/posts/posts/query.ts';
import { findBlocks } from '../../projections/social-graph/hidden/query.ts';
import { waitUntilVisible } from '../../projections/wait-until-visible.ts';
import type { ApiSystem } from '../http/system.ts';
import { AccountTargets } from './account-targets.ts';
import type { LogBroadcast } from './log-broadcast.ts';

/** Hints that only certain accounts receive, by account. */
export type PersonalHints = ReadonlyMap<AccountId, readonly LiveHint[]>;

/** Authors whose new and edited posts are withheld because of a block, by the account that does not get them. */
export type WithheldAuthors = ReadonlyMap<AccountId, ReadonlySet<AccountId>>;

/** Receives live update hints and sends them to its streams. */
interface UpdateListener {
  readonly accounts: ReadonlyMap<AccountId, number>;
  /** Sends hints to all streams, except those of accounts from which a hint is withheld. */
  readonly send: (
    hints: readonly LiveHint[],
    personalHints: PersonalHints,
    withheldAuthors: WithheldAuthors,
  ) => void;
}

/**
 * Hints about changes by other accounts, sent after the read models show the changes. Public hints do not reveal who
 * made a change, so that anonymous donors remain anonymous.
 */
export interface LiveUpdates {
  /** Returns the function that removes the listener. */
  readonly listen: (listener: UpdateListener) => () => void;
  readonly close: () => void;
}

/** Changes during the pause are combined. */
const MAX_PAUSE_MS = 200;
/** After this time, hints are sent although read models are behind. */
const READ_MODEL_TIMEOUT_MS = 10_000;
/** Further changes are dropped, except removals of posts. Clients are told to refetch what they show. */
const MAX_PENDING_CHANGES = 2_000;

const CHANGES_MISSED: LiveHint = { name: 'changes-missed', data: {} };

const isRemoval = (update: PostUpdate | undefined): boolean =>
  update?.name === 'post-deleted' || update?.name === 'post-taken-down';

class PendingChanges {
  readonly postUpdates: LiveHint[] = [];
  readonly posts = new Set<PostId>();
  readonly profiles = new Set<AccountId>();
  readonly crowdfundings = new Set<CrowdfundingId>();
  readonly targets = new AccountTargets();
  readonly eventTypes = new Set<string>();
  position: Position = 0;
  hasDroppedChanges = false;

  get size(): number {
    return this.postUpdates.length + this.posts.size + this.profiles.size + this.crowdfundings.size;
  }

  add(event: RecordedEvent): void {
    const changes = effectsByType[event.type]?.refresh?.(event);
    if (!changes) return;
    const { update, posts, profiles, crowdfundings } = changes;
    if (this.size >= MAX_PENDING_CHANGES && !isRemoval(update)) {
      this.hasDroppedChanges = true;
      return;
    }
    if (update && isRemoval(update))
      this.postUpdates.push({ ...update, data: { ...update.data, position: event.position } } as LiveHint);
    else if (update) this.postUpdates.push(update);
    if (posts) for (const id of posts) this.posts.add(id);
    if (profiles) for (const id of profiles) this.profiles.add(id);
    if (crowdfundings) for (const id of crowdfundings) this.crowdfundings.add(id);
  }
}

/** Returns whether a hint is withheld from accounts that block the author or are blocked by the author. */
export const isWithheldByBlocks = (
  hint: LiveHint,
): hint is Extract<LiveHint, { name: 'post-published' | 'post-edited' }> =>
  hint.name === 'post-published' || hint.name === 'post-edited';

const getAuthors = (hints: readonly LiveHint[]): readonly AccountId[] => [
  ...new Set(hints.flatMap((hint) => (isWithheldByBlocks(hint) ? [hint.data.authorId] : []))),
];

/** Only the owner and staff can see what the hint is about. */
interface RestrictedHint {
  readonly hint: LiveHint;
  readonly ownerId: AccountId;
}

/** Returns the given accounts that can use staff tools. Loads them each time, because roles may have been revoked. */
async function listStaff(
  { pool, privateData, isStaffFactorRequired }: ApiSystem,
  accounts: UpdateListener['accounts'],
): Promise<readonly AccountId[]> {
  const staff = [...(await filterStaff(pool, [...accounts.keys()]))];
  return isStaffFactorRequired ? privateData.secondFactors.filterProtected(staff) : staff;
}

async function addRestrictedHints(
  system: ApiSystem,
  personalHints: PersonalHints,
  restrictedHints: readonly RestrictedHint[],
  { accounts }: UpdateListener,
): Promise<PersonalHints> {
  if (restrictedHints.length === 0 || accounts.size === 0) return personalHints;
  const staff = await listStaff(system, accounts);
  const hintsByAccount = new Map(personalHints);
  for (const { hint, ownerId } of restrictedHints)
    for (const id of new Set([ownerId, ...staff]))
      hintsByAccount.set(id, [...(hintsByAccount.get(id) ?? []), hint]);
  return hintsByAccount;
}

/** Creates the live updates of this process. Each API process reads the log for its own listeners. */
export function createLiveUpdates(system: ApiSystem, broadcast: LogBroadcast): LiveUpdates {
  const { progress, pool, logger } = system;
  const listeners = new Set<UpdateListener>();
  let pendingChanges = new PendingChanges();
  let isClosed = false;
  const hintSender = createPacedRunner(sendHints, MAX_PAUSE_MS);

  /** Hints about hidden profiles are restricted, because public hints would reveal bans. */
  async function createProfileHints(ids: readonly AccountId[]) {
    const publicIds = ids.length > 0 ? await filterPublicAccounts(pool, ids) : new Set();
    return ids.map((id) => ({
      hint: { name: 'profile-changed' as const, data: { id } },
      ownerId: id,
      isPublic: publicIds.has(id),
    }));
  }

  async function createHints({ postUpdates, posts, profiles, crowdfundings }: PendingChanges) {
    const [counts, progressUpdates, profileHints] = await Promise.all([
      posts.size > 0 ? loadPostCounts(pool, [...posts]) : [],
      crowdfundings.size > 0 ? loadCrowdfundingProgress(pool, [...crowdfundings]) : [],
      createProfileHints([...profiles]),
    ]);
    const crowdfundingHints = progressUpdates.map(({ progress, creatorId, wasActive }) => ({
      hint: { name: 'crowdfunding-changed' as const, data: progress },
      ownerId: creatorId,
      isPublic: wasActive,
    }));
    const entityHints = [...crowdfundingHints, ...profileHints];
    const commonHints: readonly LiveHint[] = [
      ...postUpdates,
      ...counts.map((data) => ({ name: 'post-changed' as const, data })),
      ...entityHints.filter(({ isPublic }) => isPublic).map(({ hint }) => hint),
    ];
    return { commonHints, restrictedHints: entityHints.filter(({ isPublic }) => !isPublic) };
  }

  async function findWithheldAuthors(
    accounts: ReadonlyMap<AccountId, number>,
    postUpdates: readonly LiveHint[],
  ): Promise<WithheldAuthors> {
    const authors = getAuthors(postUpdates);
    return authors.length > 0 && accounts.size > 0
      ? findBlocks(pool, authors, [...accounts.keys()])
      : new Map();
  }

  const isListening = (id: AccountId): boolean =>
    [...listeners].some((listener) => listener.accounts.has(id));

  async function sendHints(): Promise<void> {
    const changes = pendingChanges;
    pendingChanges = new PendingChanges();
    if (listeners.size === 0) return;
    try {
      const summary = { eventTypes: [...changes.eventTypes], position: changes.position };
      await waitUntilVisible(progress, [summary], READ_MODEL_TIMEOUT_MS);
      const { commonHints, restrictedHints } = await createHints(changes);
      for (const listener of listeners) {
        const [withheldAuthors, personalHints] = await Promise.all([
          findWithheldAuthors(listener.accounts, changes.postUpdates),
          changes.targets.loadHints(pool, listener.accounts),
        ]);
        listener.send(
          changes.hasDroppedChanges ? [...commonHints, CHANGES_MISSED] : commonHints,
          await addRestrictedHints(system, personalHints, restrictedHints, listener),
          withheldAuthors,
        );
      }
    } catch (error) {
      if (isClosed) return;
      logger.warn({ err: error }, 'live updates not sent');
      sendToAll(CHANGES_MISSED);
    }
  }

  function sendToAll(hint: LiveHint): void {
    for (const listener of listeners) listener.send([hint], new Map(), new Map());
  }

  function sendEverythingChanged(): void {
    pendingChanges = new PendingChanges();
    sendToAll({ name: 'everything-changed', data: {} });
  }

  broadcast.listen(async (events) => {
    if (listeners.size === 0) return;
    for (const event of events) {
      if (!effectsByType[event.type] && !getWalletOwner(event)) continue;
      pendingChanges.position = event.position;
      pendingChanges.eventTypes.add(event.type);
      pendingChanges.add(event);
      pendingChanges.targets.add(event, isListening);
    }
    if (pendingChanges.size > 0 || !pendingChanges.targets.isEmpty) hintSender.request();
  }, sendEverythingChanged);

  return {
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      void hintSender.close();
    },
  };
}
