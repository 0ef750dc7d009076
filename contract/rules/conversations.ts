/** Domain rules for the web client, which does not load the contract's schemas. */
export { checkMessage, MESSAGE_LIMIT } from '../../domain/conversations/rules.ts';
