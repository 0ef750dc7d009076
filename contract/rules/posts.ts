/** Domain rules for the web client, which does not load the schemas of the contract. */
export { checkPostText, isEditable, POST_TEXT_LIMIT, postTooLong } from '../../domain/posts/rules.ts';
