/** Domain rules for the web client, which does not load the contract's schemas. */
export {
  checkReason,
  checkReport,
  checkRequiredReason,
  listResolutions,
  REASON_LIMIT,
  REPORT_CATEGORIES,
  REPORT_TEXT_LIMIT,
  type Resolution,
} from '../../domain/moderation/rules.ts';
