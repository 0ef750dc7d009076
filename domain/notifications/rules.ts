/** What people are told of. Each kind can be muted. */
export const NOTIFICATION_KINDS = [
  'LIKE',
  'COMMENT',
  'FOLLOW',
  'DONATION',
  'ORGANIZATION_APPROVED',
  'CAMPAIGN_APPROVED',
  'CAMPAIGN_DECLINED',
  'CAMPAIGN_CANCELLED',
  'CAMPAIGN_CLOSED',
  'CAMPAIGN_TIME_OVER',
  'REFUND',
  'ADOPTION_CONTACT',
  'POST_TAKEN_DOWN',
  'POST_RESTORED',
  'ANIMAL_TAKEN_DOWN',
  'ANIMAL_RESTORED',
] as const;

/** One of the things that people are told of. */
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
