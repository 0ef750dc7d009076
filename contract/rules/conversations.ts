/** Domain rules for the web client, which does not load the schemas of the contract. */
export { MESSAGE_LIMIT, messageProblem } from '../../domain/conversations/rules.ts';
