/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  DONATION_DEFAULT,
  DONATION_MINIMUM,
  donationProblem,
  noDonationsAccepted,
  PURCHASE_DEFAULT,
  PURCHASE_MAXIMUM,
  PURCHASE_MINIMUM,
  PURCHASE_PRESETS,
  purchaseProblem,
  purchaseTooLarge,
} from '../../domain/wallet/rules.ts';
