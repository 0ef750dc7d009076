import type { Knex } from 'knex';

/**
 * Stores with each checkpoint which code moves it, and the id of the event at its position, so that workers of an older
 * version and a log without that event are noticed. Existing rows were projected by the version before this one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE engine.checkpoints
      ADD COLUMN event_id        uuid,
      ADD COLUMN version         integer,
      ADD COLUMN event_types     text[],
      ADD COLUMN columns         text[],
      ADD COLUMN code            text,
      ADD COLUMN replay_needed   boolean NOT NULL DEFAULT false,
      ADD COLUMN refused_version integer,
      ADD COLUMN refused_at      timestamptz;
    COMMENT ON COLUMN engine.checkpoints.event_id IS 'id of the event at the position; null for the start of the log';
    COMMENT ON COLUMN engine.checkpoints.version IS 'of the newest code that has moved the checkpoint';
    COMMENT ON COLUMN engine.checkpoints.columns IS 'what that code writes: table, column and type';
    COMMENT ON COLUMN engine.checkpoints.code IS
      'hash of version, event types and columns: only workers with the same code get the lease';
    COMMENT ON COLUMN engine.checkpoints.replay_needed IS 'some of the rows were projected by an older version';
    COMMENT ON COLUMN engine.checkpoints.refused_version IS 'of the worker that was refused last, since it is older';

    ALTER TABLE engine.rebuilds ADD COLUMN event_id uuid;
    COMMENT ON COLUMN engine.rebuilds.event_id IS 'id of the event at the position';
  `);
  await knex.raw(MOVE_CHECKPOINT);
  for (const [projection, [version, types]] of Object.entries(PROJECTED_BEFORE))
    await knex.raw('UPDATE engine.checkpoints SET version = ?, event_types = ? WHERE projection = ?', [
      version,
      types.split(' '),
      projection,
    ]);
}

/** The older function remains for workers of the version before, until the checkpoint has been taken over. */
const MOVE_CHECKPOINT = `
  CREATE FUNCTION engine.move_checkpoint(name text, held_epoch bigint, from_position bigint, to_position bigint,
    to_event uuid, events_per_second real) RETURNS void LANGUAGE plpgsql AS $body$
  BEGIN
    UPDATE engine.checkpoints
    SET position = to_position, event_id = to_event, moved_at = now(), rate = events_per_second,
        expires_at = greatest(expires_at, now() + interval '4 seconds'),
        error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
    WHERE projection = name AND epoch = held_epoch AND position = from_position;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another worker has taken over projection %', name USING ERRCODE = 'KI001';
    END IF;
  END $body$;

  CREATE OR REPLACE FUNCTION engine.move_checkpoint(name text, held_epoch bigint, from_position bigint,
    to_position bigint, events_per_second real) RETURNS void LANGUAGE plpgsql AS $body$
  BEGIN
    UPDATE engine.checkpoints
    SET position = to_position, event_id = NULL, moved_at = now(), rate = events_per_second,
        expires_at = greatest(expires_at, now() + interval '4 seconds'),
        error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
    WHERE projection = name AND epoch = held_epoch AND position = from_position AND code IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'another worker has taken over projection %', name USING ERRCODE = 'KI001';
    END IF;
  END $body$;
`;

/** Version and event types of each projection in the release before this migration. */
const PROJECTED_BEFORE: Readonly<Record<string, readonly [number, string]>> = {
  profiles: [
    1,
    'AccountBanned AccountDeactivated AccountErased AccountReactivated AccountRegistered NicknameChanged OrganizationApproved OrganizationDeclined ProfileNameChanged StaffRoleGranted StaffRoleRevoked',
  ],
  posts: [1, 'AccountErased PostDeleted PostLiked PostPublished PostUnliked PostsViewed'],
  follows: [
    2,
    'AccountRegistered OrganizationDeclined ProfileFollowed ProfileUnfollowed StaffRoleGranted StaffRoleRevoked',
  ],
  hidden: [1, 'AccountBlocked AccountMuted AccountUnblocked AccountUnmuted'],
  wallets: [
    1,
    'AccountRegistered AdjustmentDeclined AdjustmentProposed BalanceAdjusted CampaignFundsReceived ChargebackReversed CoinsDonated CoinsPurchased DonationRefunded PurchaseChargedBack PurchaseRefundReversed PurchaseRefunded ReceivableWrittenOff',
  ],
  crowdfundings: [
    1,
    'AccountErased CampaignFundsReceived CoinsDonated CrowdfundingApproved CrowdfundingCancelled CrowdfundingClosed CrowdfundingCreated CrowdfundingExpired CrowdfundingRejected DonationRefunded',
  ],
  animals: [1, 'AccountErased AdoptionRemoved AnimalAdopted AnimalOffered'],
  journal: [
    1,
    'BalanceAdjusted CampaignFundsReceived ChargebackReversed CoinsDonated CoinsPurchased DonationRefunded PurchaseChargedBack PurchaseRefundReversed PurchaseRefunded ReceivableWrittenOff UnknownPaymentReceived UnknownPaymentReinstated UnknownPaymentWithdrawn',
  ],
  actions: [
    1,
    'AccountBanned AccountErased AccountReactivated AdjustmentDeclined AdjustmentProposed BalanceAdjusted CrowdfundingApproved CrowdfundingRejected OrganizationApproved OrganizationDeclined PostDeleted ReceivableWrittenOff ReportsDismissed ReportsResolved StaffRoleGranted StaffRoleRevoked UnknownPaymentIdentified',
  ],
  reports: [1, 'AccountErased ReportsDismissed ReportsResolved SubjectReported'],
  settlement: [
    1,
    'CampaignFundsReceived CoinsDonated CrowdfundingApproved CrowdfundingCancelled CrowdfundingClosed CrowdfundingCreated CrowdfundingExpired DonationRefunded',
  ],
  conversations: [1, 'AccountErased ConversationRead MessageSent'],
  notifications: [
    1,
    'CoinsDonated CrowdfundingApproved CrowdfundingCancelled CrowdfundingClosed CrowdfundingCreated CrowdfundingExpired CrowdfundingRejected DonationRefunded MessageSent NotificationKindMuted NotificationKindUnmuted NotificationsRead PostDeleted PostLiked PostPublished PostUnliked ProfileFollowed ProfileUnfollowed',
  ],
};
