/** Domain rules for the web client, which does not load the contract's schemas. */
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
