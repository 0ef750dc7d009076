/** Domain rules for the web client, which does not load the schemas of the contract. */
export { ENTRY_TYPES } from '../../domain/ledger/rules.ts';
