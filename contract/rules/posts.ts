/** Domain rules for the web client, which does not load the contract's schemas. */
export {
  checkPostText,
  isEditable,
  POST_TEXT_LIMIT,
  postTooLong,
  TAG_PATTERN,
} from '../../domain/posts/rules.ts';
