/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  birthdateProblem,
  emailProblem,
  GENDERS,
  nameProblem,
  nicknameProblem,
  ORGANIZATION_CATEGORIES,
  passwordEmpty,
  passwordProblem,
  registrationNumberProblem,
  sameNickname,
  sameProfileName,
  surnamesProblem,
  usernameEmpty,
  usernameLength,
  usernameProblem,
  websiteProblem,
} from '../../domain/accounts/rules.ts';
