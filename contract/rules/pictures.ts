/** Domain rules for the web client, which does not load the contract's schemas. */
export { CENTER, type FocalPoint } from '../../domain/kernel/picture.ts';
export * from '../../domain/pictures/rules.ts';
