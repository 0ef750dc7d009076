/** Domain rules for the web client, which does not load the contract's schemas. */
export * from '../../domain/adoption/rules.ts';
export { measureDistance, type Town } from '../../domain/kernel/town.ts';
