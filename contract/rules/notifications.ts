/** Pages of notifications for the web client, which does not load the contract's schemas. */
export * from '../../domain/effects/pages.ts';
