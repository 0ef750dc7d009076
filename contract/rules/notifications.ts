/** Kinds and pages of notifications for the web client, which does not load the contract's schemas. */
export * from '../../domain/effects/kinds.ts';
export * from '../../domain/effects/pages.ts';
