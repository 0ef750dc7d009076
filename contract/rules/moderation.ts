/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  givenReasonProblem,
  REASON_LIMIT,
  REPORT_CATEGORIES,
  REPORT_TEXT_LIMIT,
  reasonProblem,
  reportProblem,
} from '../../domain/moderation/rules.ts';
