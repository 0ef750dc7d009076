import type { Knex } from 'knex';

/** Notices to the creators of campaigns whose time is over: when the next one is due, and how many days are left. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.settlement_campaigns ADD COLUMN notice timestamptz;
    COMMENT ON COLUMN read.settlement_campaigns.notice IS
      'when the creator is notified next that the campaign is refunded unless they end it; null when no notice is left';
    UPDATE read.settlement_campaigns SET notice = expires - interval '2160 hours' WHERE expires IS NOT NULL;
    CREATE INDEX settlement_campaigns_notices ON read.settlement_campaigns (notice, id)
      WHERE outcome = 'OPEN' AND notice IS NOT NULL;
    ALTER TABLE read.notifications ADD COLUMN days_left integer;
    COMMENT ON COLUMN read.notifications.days_left IS 'until a campaign is refunded automatically';
  `);
}
