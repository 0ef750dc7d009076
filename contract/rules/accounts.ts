/** Domain rules for the web client, which does not load the schemas of the contract. */
export {
  checkBirthdate,
  checkEmail,
  checkName,
  checkNickname,
  checkPassword,
  checkRegistrationNumber,
  checkSurnames,
  checkUsername,
  checkWebsite,
  GENDERS,
  ORGANIZATION_CATEGORIES,
  passwordEmpty,
  sameNickname,
  sameProfileName,
  usernameEmpty,
  usernameLength,
} from '../../domain/accounts/rules.ts';
