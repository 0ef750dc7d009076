/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  checkDonation,
  checkPurchase,
  DEFAULT_DONATION,
  DEFAULT_PURCHASE,
  insufficientCoins,
  MAX_PURCHASE,
  MIN_DONATION,
  MIN_PURCHASE,
  noDonationsAccepted,
  PURCHASE_PRESETS,
  purchaseTooLarge,
} from '../../domain/wallet/rules.ts';
