/** The rules of the domain that a client checks by before it asks; without the schemas, which weigh more. */
export {
  birthdateProblem,
  emailProblem,
  GENDERS,
  nameProblem,
  nicknameProblem,
  ORGANIZATION_CATEGORIES,
  passwordProblem,
  registrationNumberProblem,
  surnamesProblem,
  usernameProblem,
  websiteProblem,
} from '../../domain/accounts/rules.ts';
export {
  ADOPTION_ADDRESS_LIMIT,
  ADOPTION_DEFAULTS,
  ADOPTION_DESCRIPTION_LIMIT,
  ADOPTION_MANDATORY,
  type AdoptionForm,
  ANIMAL_AGE_MAXIMUM,
  ANIMAL_AGE_MINIMUM,
  ANIMAL_BREED_LIMIT,
  ANIMAL_NAME_LIMIT,
  ANIMAL_SEXES,
  ANIMAL_TYPES,
  type AnimalSex,
  type AnimalType,
  adoptionProblem,
} from '../../domain/adoption/rules.ts';
export { MESSAGE_LIMIT, messageProblem } from '../../domain/conversations/rules.ts';
export {
  crowdfundingProblem,
  DESCRIPTION_LIMIT,
  DURATION_DEFAULT,
  DURATION_MAXIMUM,
  DURATION_MINIMUM,
  expiryOf,
  GOAL_DEFAULT,
  GOAL_MAXIMUM,
  GOAL_MINIMUM,
  GOAL_SLIDER_MAXIMUM,
  MANDATORY,
  TITLE_LIMIT,
} from '../../domain/crowdfunding/rules.ts';
export { caseless, cleanText, codePoints } from '../../domain/kernel/text.ts';
export {
  hashedText,
  TRAIL_PAGE_SIZE,
  TRAIL_START,
  type TrailEnd,
  type TrailLink,
  trailFault,
} from '../../domain/ledger/coin-trail.ts';
export { ENTRY_TYPES } from '../../domain/ledger/rules.ts';
export {
  givenReasonProblem,
  REASON_LIMIT,
  REPORT_CATEGORIES,
  REPORT_TEXT_LIMIT,
  reasonProblem,
  reportProblem,
} from '../../domain/moderation/rules.ts';
export {
  PICTURE_BYTES,
  PICTURE_PIXELS,
  PICTURE_QUALITY,
  PICTURE_REFUSALS,
  PICTURE_SIDE,
  PICTURE_TYPES,
} from '../../domain/pictures/rules.ts';
export { POST_TEXT_LIMIT, postTextProblem } from '../../domain/posts/rules.ts';
export {
  DONATION_DEFAULT,
  DONATION_MINIMUM,
  donationProblem,
  INSUFFICIENT_COINS,
  NO_DONATIONS_ACCEPTED,
  PURCHASE_DEFAULT,
  PURCHASE_MAXIMUM,
  PURCHASE_MINIMUM,
  PURCHASE_PRESETS,
  purchaseProblem,
} from '../../domain/wallet/rules.ts';
