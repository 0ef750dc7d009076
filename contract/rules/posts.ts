/** Domain rules for the web client, which does not load the schemas of the contract. */
export { POST_TEXT_LIMIT, postTextProblem, postTooLong } from '../../domain/posts/rules.ts';
