/** Domain rules for the web client, which does not load the contract's schemas. */
export * from '../../domain/ledger/coin-trail.ts';
