/** Domain rules for the web client, which does not load the schemas of the contract. */
export { checkMessage, MESSAGE_LIMIT } from '../../domain/conversations/rules.ts';
