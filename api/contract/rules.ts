/** The rules of the domain that a client checks by before it asks; without the schemas, which weigh more. */
export {
  birthdateProblem,
  emailProblem,
  GENDERS,
  nameProblem,
  nicknameProblem,
  ORGANIZATION_CATEGORIES,
  passwordProblem,
  surnamesProblem,
  usernameProblem,
} from '../../domain/accounts/rules.ts';
export { caseless, cleanText, codePoints } from '../../domain/kernel/text.ts';
export { POST_TEXT_LIMIT, postTextProblem } from '../../domain/posts/rules.ts';
