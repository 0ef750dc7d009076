import { defineProblem } from '../domain/kernel/problem.ts';
import { VARIANT_SIZES } from '../domain/pictures/rules.ts';

export type { Problem, ProblemParams, Rule } from '../domain/kernel/problem.ts';

// Callers and sessions.
export const notLoggedIn = defineProblem('NOT_LOGGED_IN', 'You must be logged in to perform this action.');
export const loginRequired = defineProblem('LOG_IN_FIRST', 'Please log in to perform this action.');
export const loginRequiredToDonate = defineProblem(
  'LOG_IN_TO_DONATE',
  'You must log in to perform this action.',
);
export const loginRequiredForMessages = defineProblem(
  'LOG_IN_FOR_MESSAGES',
  'You must log in to see messages.',
);
export const loginRequiredForWallet = defineProblem(
  'LOG_IN_FOR_WALLET',
  'You must log in to manage your wallet.',
);
export const sessionExpired = defineProblem('SESSION_EXPIRED', 'Your session has expired.');
export const forbidden = defineProblem('FORBIDDEN', 'You do not have permission to perform this action.');
export const incorrectCredentials = defineProblem('INCORRECT_CREDENTIALS', 'Incorrect username or password.');
export const loginLocked = defineProblem('LOGIN_LOCKED', 'Too many wrong passwords. Please try again later.');
export const wrongPassword = defineProblem('WRONG_PASSWORD', 'The current password is not correct.');
export const dataExportNotFound = defineProblem(
  'DATA_EXPORT_NOT_FOUND',
  'This copy of your data does not exist any more. Request a new one.',
);
export const sessionNotFound = defineProblem('SESSION_NOT_FOUND', 'The session has already ended.');

export const noPassword = defineProblem(
  'NO_PASSWORD',
  'This account has no password: it signs in with Google.',
);
export const samePassword = defineProblem('SAME_PASSWORD', 'The new password is the current one.');
export const unknownLanguage = defineProblem('UNKNOWN_LANGUAGE', 'The language must be en or es.');
export const resetLinkInvalid = defineProblem(
  'RESET_LINK_INVALID',
  'This link is not valid any more. Please ask for a new one.',
);
export const emailLinkInvalid = defineProblem(
  'EMAIL_LINK_INVALID',
  'This link is not valid any more. You can request a new one in the settings.',
);
export const undoLinkInvalid = defineProblem(
  'UNDO_LINK_INVALID',
  'This link is not valid any more. It works once, for 7 days after the change.',
);
export const emailAlreadyVerified = defineProblem(
  'EMAIL_ALREADY_VERIFIED',
  'This address is already confirmed.',
);
export const passwordExists = defineProblem('PASSWORD_EXISTS', 'This account already has a password.');
export const signInFailed = defineProblem('SIGN_IN_FAILED', 'The sign-in did not succeed. Please try again.');
export const signInCodeMissing = defineProblem('SIGN_IN_CODE_MISSING', 'The code is missing.');
export const signInStateMissing = defineProblem('SIGN_IN_STATE_MISSING', 'The state is missing.');

// Second factors.
export const secondFactorRequired = defineProblem(
  'SECOND_FACTOR_REQUIRED',
  'Please confirm the login with your second factor.',
);
export const loginChallengeInvalid = defineProblem(
  'LOGIN_CHALLENGE_INVALID',
  'The login took too long or had too many wrong codes. Please log in again.',
);
export const wrongCode = defineProblem('WRONG_CODE', 'The code is wrong or was used before.');
export const passkeyRefused = defineProblem(
  'PASSKEY_REFUSED',
  'The passkey was not accepted. Please try again.',
);
export const passkeyNotFound = defineProblem('PASSKEY_NOT_FOUND', 'This passkey does not exist any more.');
export const passkeyLimit = defineProblem('PASSKEY_LIMIT', 'An account can have at most {limit} passkeys.', {
  limit: 20,
});
export const passkeyNameEmpty = defineProblem('PASSKEY_NAME_EMPTY', 'Give the passkey a name.');
export const passkeyNameTooLong = defineProblem(
  'PASSKEY_NAME_TOO_LONG',
  'The name cannot exceed {limit} characters.',
  { limit: 40 },
);
export const authenticatorActive = defineProblem(
  'AUTHENTICATOR_ACTIVE',
  'An authenticator app is set up already. Remove it first.',
);
export const authenticatorMissing = defineProblem(
  'AUTHENTICATOR_MISSING',
  'No authenticator app is set up. Please start again.',
);
export const secondFactorMissing = defineProblem(
  'SECOND_FACTOR_MISSING',
  'Set up an authenticator app or a passkey first.',
);
export const staffFactorRequired = defineProblem(
  'STAFF_FACTOR_REQUIRED',
  'Set up a second factor in the settings to use the staff tools.',
);
export const proofRequired = defineProblem('PROOF_REQUIRED', 'Please confirm that it is you.');
export const proofMissing = defineProblem('PROOF_MISSING', 'Send your password, a code or a passkey.');

// Capacity and outages.
export const rateLimitExceeded = defineProblem('SLOW_DOWN', 'Too many requests. Please slow down.');
export const tooBusy = defineProblem('TOO_BUSY', 'Too many people are doing this at once. Please try again.');
export const tooManyPictures = defineProblem(
  'TOO_MANY_PICTURES',
  'Too many images are being uploaded at once. Please try again.',
);
export const tooManyListeners = defineProblem(
  'TOO_MANY_LISTENERS',
  'Too many clients are connected. Please try again later.',
);
export const temporarilyUnavailable = defineProblem(
  'TEMPORARILY_UNAVAILABLE',
  'Kindra cannot be reached just now. Please try again.',
);
export const saveFailed = defineProblem('NOT_SAVED', 'Your change could not be saved. Please try again.');
export const resultNotReady = defineProblem(
  'RESULT_NOT_READY',
  'Your change was saved, but its result is not available yet. Please try again.',
);
export const identityProviderUnavailable = defineProblem(
  'IDENTITY_PROVIDER_UNAVAILABLE',
  'The sign-in service cannot be reached.',
);
export const paymentProviderUnavailable = defineProblem(
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'The payment service cannot be reached.',
);
export const paymentProviderRefused = defineProblem(
  'PAYMENT_PROVIDER_REFUSED',
  'The payment service is not accepting payments at the moment.',
);
export const notReady = defineProblem('NOT_READY', 'Some parts of Kindra are not ready.');
export const internalError = defineProblem('INTERNAL_ERROR', 'An unexpected error has occurred.');

// Requests.
export const invalidRequest = defineProblem('INVALID_REQUEST', 'The request could not be understood.');
export const routeNotFound = defineProblem('NOT_FOUND', 'There is nothing at this address.');
export const methodNotAllowed = defineProblem(
  'METHOD_NOT_ALLOWED',
  'This address does not support this method.',
);
export const requestIncomplete = defineProblem('REQUEST_INCOMPLETE', 'The request is incomplete.');
export const bodyTooLarge = defineProblem('BODY_TOO_LARGE', 'The request is too large.');
export const unsupportedContentType = defineProblem('UNSUPPORTED_CONTENT_TYPE', 'The request must be JSON.');
export const unsupportedContentEncoding = defineProblem(
  'UNSUPPORTED_CONTENT_ENCODING',
  'The request must not be compressed.',
);
export const invalidIdempotencyKey = defineProblem(
  'INVALID_IDEMPOTENCY_KEY',
  'The Idempotency-Key must be a UUID.',
);
export const idempotencyKeyReused = defineProblem(
  'IDEMPOTENCY_KEY_REUSED',
  'This Idempotency-Key was used for another request already.',
);
export const webhookRefused = defineProblem('WEBHOOK_REFUSED', 'The webhook was refused.');
export const invalidFrame = defineProblem('INVALID_FRAME', 'The frame must be a JSON object.');

// Fields of any call.
export const invalidInput = defineProblem('INVALID_INPUT', 'The request is not valid.');
export const bodyNotAnObject = defineProblem('BODY_NOT_AN_OBJECT', 'The request must be a JSON object.');
export const nulCharacter = defineProblem('NUL_CHARACTER', 'A text cannot contain the character U+0000.');
export const notAText = defineProblem('NOT_A_TEXT', 'The value must be a string.');
export const notANumber = defineProblem('NOT_A_NUMBER', 'The value must be a number.');
export const notABoolean = defineProblem('NOT_A_BOOLEAN', 'The value must be true or false.');
export const idMissing = defineProblem('ID_MISSING', 'The id is missing.');
export const invalidPage = defineProblem('INVALID_PAGE', 'The page must be a positive integer.');
export const pageTooDeep = defineProblem(
  'PAGE_TOO_DEEP',
  'Pages after the {last}th cannot be requested by number. Follow the link to the next page.',
  { last: 100 },
);
export const invalidCursor = defineProblem('INVALID_CURSOR', 'The cursor is not valid.');
export const imageNotAText = defineProblem('IMAGE_NOT_A_TEXT', 'The image must be a string.');
export const unknownPictureSize = defineProblem(
  'UNKNOWN_PICTURE_SIZE',
  'The size must be {small} or {large}.',
  { small: VARIANT_SIZES[0], large: VARIANT_SIZES[1] },
);
export const unknownPictureType = defineProblem('UNKNOWN_PICTURE_TYPE', 'The type must be jpeg or webp.');
export const pictureNotFound = defineProblem('PICTURE_NOT_FOUND', 'There is no image.');

// Accounts, posts and the social graph.
export const unknownGender = defineProblem('UNKNOWN_GENDER', 'Gender must be M, F or O.');
export const unknownOrganizationCategory = defineProblem(
  'UNKNOWN_ORGANIZATION_CATEGORY',
  'Category must be one of those offered.',
);
export const unknownProfileText = defineProblem(
  'UNKNOWN_PROFILE_TEXT',
  'Only the profile name, the bio and the website can be changed by this call.',
);
export const onlyNickname = defineProblem('ONLY_NICKNAME', 'Only the nickname can be changed by this call.');
export const likedPostMissing = defineProblem('LIKED_POST_MISSING', 'The post to like is missing.');
export const followedProfileMissing = defineProblem(
  'FOLLOWED_PROFILE_MISSING',
  'The profile to follow is missing.',
);

// Conversations and notifications.
export const conversationNotFound = defineProblem(
  'CONVERSATION_NOT_FOUND',
  'The conversation does not exist.',
);
export const receiverNotFound = defineProblem('RECEIVER_NOT_FOUND', 'The profile does not exist.');
export const receiverMissing = defineProblem('RECEIVER_MISSING', 'The receiver is missing.');
export const readReceiptsMissing = defineProblem(
  'READ_RECEIPTS_MISSING',
  'The field readReceipts must be true or false.',
);
export const clientIdNotAText = defineProblem('CLIENT_ID_NOT_A_TEXT', 'The clientId must be a string.');
export const invalidClientId = defineProblem(
  'INVALID_CLIENT_ID',
  'The clientId must have 1 to 64 characters: letters, digits and . : - _',
);
export const clientIdReused = defineProblem(
  'CLIENT_ID_REUSED',
  'This clientId was used for another message already.',
);
export const unknownNotificationKind = defineProblem(
  'UNKNOWN_NOTIFICATION_KIND',
  'There is no such kind of notification.',
);
export const mutedMissing = defineProblem('MUTED_MISSING', 'The field muted must be true or false.');
export const mailedMissing = defineProblem('MAILED_MISSING', 'The field mailed must be true or false.');
export const unsubscribeLinkInvalid = defineProblem(
  'UNSUBSCRIBE_LINK_INVALID',
  'This link is not valid any more. You can turn emails off in the settings.',
);
export const positionNegative = defineProblem('POSITION_NEGATIVE', 'The position must not be negative.');

// Animals.
export const unknownAnimalType = defineProblem('UNKNOWN_ANIMAL_TYPE', 'There is no such type of animal.');
export const unknownAnimalSex = defineProblem('UNKNOWN_ANIMAL_SEX', 'The sex must be M or F.');
export const ageNotWhole = defineProblem('AGE_NOT_WHOLE', 'The age must be a whole number of years.');
export const anonymousInvalid = defineProblem(
  'ANONYMOUS_INVALID',
  'The field anonymous must be true or false.',
);
export const unknownListState = defineProblem('UNKNOWN_LIST_STATE', 'There is no such list.');
export const unknownOrder = defineProblem('UNKNOWN_ORDER', 'The list cannot be sorted like this.');
export const invalidFilter = defineProblem('INVALID_FILTER', 'The filter must be true or false.');
export const searchTooLong = defineProblem('SEARCH_TOO_LONG', 'The text cannot exceed {limit} characters.', {
  limit: 100,
});
export const searchEmpty = defineProblem('SEARCH_EMPTY', 'Enter at least one letter or digit to search.');
export const unknownSearchType = defineProblem('UNKNOWN_SEARCH_TYPE', 'There is no such type of results.');

// Moderation and reports.
export const unknownResolution = defineProblem('UNKNOWN_RESOLUTION', 'This resolution does not exist.');
export const invalidSuspensionDays = defineProblem(
  'UNKNOWN_SUSPENSION',
  'A suspension lasts 1, 7 or 30 days.',
);
export const cancelCampaignsNotABoolean = defineProblem(
  'CANCEL_CAMPAIGNS_NOT_A_BOOLEAN',
  'The field cancelCampaigns must be true or false.',
);
export const nicknameFilterTooLong = defineProblem(
  'NICKNAME_FILTER_TOO_LONG',
  'The nickname cannot exceed {limit} characters.',
  { limit: 64 },
);
export const reportNotFound = defineProblem('REPORT_NOT_FOUND', 'The report does not exist.');
export const subjectNotFound = defineProblem(
  'REPORT_SUBJECT_NOT_FOUND',
  'The content to report does not exist.',
);
export const subjectMissing = defineProblem(
  'REPORT_SUBJECT_MISSING',
  'The subject of the report is missing.',
);
export const unknownSubjectKind = defineProblem(
  'UNKNOWN_SUBJECT_KIND',
  'Only posts, profiles, crowdfundings and animals can be reported.',
);
export const unknownReportCategory = defineProblem(
  'UNKNOWN_REPORT_CATEGORY',
  'The category must be one of those offered.',
);
export const unknownReportStatus = defineProblem(
  'UNKNOWN_REPORT_STATUS',
  'The status must be OPEN, RESOLVED or DISMISSED.',
);

// Towns.
export const invalidDistance = defineProblem(
  'INVALID_DISTANCE',
  'The distance must be a whole number of kilometres, from {least} to {most}.',
  { least: 1, most: 20_000 },
);
export const unknownAnimalSort = defineProblem('UNKNOWN_ANIMAL_SORT', 'The order must be date or distance.');
export const townMissing = defineProblem('TOWN_MISSING', 'Please choose a town to search by distance.');

// Wallets, payments and the books.
export const transactionNotFound = defineProblem('TRANSACTION_NOT_FOUND', 'The transaction does not exist.');
export const paymentNotFound = defineProblem('PAYMENT_NOT_FOUND', 'The payment does not exist.');
export const ledgerAccountNotFound = defineProblem('ACCOUNT_NOT_FOUND', 'The ledger account does not exist.');
export const adjustmentZero = defineProblem(
  'ADJUSTMENT_ZERO',
  'The amount must be a whole number of kindracoins, and not zero.',
);
export const adjustmentTooLarge = defineProblem(
  'ADJUSTMENT_TOO_LARGE',
  'An adjustment cannot exceed {amount} kindracoins.',
  { amount: 100_000_000 },
);
export const writeOffNotPositive = defineProblem(
  'WRITE_OFF_NOT_POSITIVE',
  'The amount to write off must be positive.',
);
export const profileMissing = defineProblem('PROFILE_MISSING', 'The profile is missing.');
export const reasonNeeded = defineProblem('REASON_NEEDED', 'Please say why.');
export const unknownAdjustmentStatus = defineProblem(
  'UNKNOWN_ADJUSTMENT_STATUS',
  'The status must be OPEN, APPROVED or DECLINED.',
);
export const unknownEntryType = defineProblem('UNKNOWN_ENTRY_TYPE', 'There is no such type of entry.');
export const unknownExportFormat = defineProblem(
  'UNKNOWN_EXPORT_FORMAT',
  'The format must be csv, ndjson or beancount.',
);
export const invalidInstant = defineProblem(
  'INVALID_INSTANT',
  'The time must be a day or an ISO 8601 instant.',
);
export const positionNotWhole = defineProblem('POSITION_NOT_WHOLE', 'The position must be a whole number.');
export const instantAndPosition = defineProblem(
  'INSTANT_AND_POSITION',
  'Give either an instant or a position.',
);
export const unknownLedgerAccount = defineProblem(
  'UNKNOWN_LEDGER_ACCOUNT',
  'The account must be a ledger account, such as suspense or wallet: with an id.',
);
export const periodReversed = defineProblem('PERIOD_REVERSED', 'The start must not be after the end.');
export const accountFilterTooLong = defineProblem(
  'ACCOUNT_FILTER_TOO_LONG',
  'The account cannot exceed {limit} characters.',
  { limit: 100 },
);
export const sequenceNotWhole = defineProblem(
  'SEQUENCE_NOT_WHOLE',
  'The line number must be a whole number, 0 or more.',
);
