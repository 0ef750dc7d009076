/** Domain rules for the web client, which does not load the contract's schemas. */
export * from '../../domain/accounts/roles.ts';
export * from '../../domain/accounts/rules.ts';
