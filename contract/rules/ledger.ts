/** Domain rules for the web client, which does not load the contract's schemas. */
export { ENTRY_TYPES } from '../../domain/ledger/rules.ts';
