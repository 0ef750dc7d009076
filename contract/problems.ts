import { problem } from '../domain/kernel/problem.ts';

export type { Problem, ProblemParams, Rule } from '../domain/kernel/problem.ts';

// Callers and sessions.
export const notLoggedIn = problem('NOT_LOGGED_IN', 'You must be logged in to perform this action.');
export const logInFirst = problem('LOG_IN_FIRST', 'Please log in to perform this action.');
export const logInToDonate = problem('LOG_IN_TO_DONATE', 'You must log in to perform this action.');
export const logInForMessages = problem('LOG_IN_FOR_MESSAGES', 'You must log in to see messages.');
export const logInForWallet = problem('LOG_IN_FOR_WALLET', 'You must log in to manage your wallet.');
export const sessionExpired = problem('SESSION_EXPIRED', 'Your session has expired.');
export const forbidden = problem('FORBIDDEN', 'You do not have permission to perform this action.');
export const incorrectCredentials = problem('INCORRECT_CREDENTIALS', 'Incorrect username or password.');
export const loginLocked = problem('LOGIN_LOCKED', 'Too many wrong passwords. Please try again later.');
export const signInFailed = problem('SIGN_IN_FAILED', 'The sign-in did not succeed. Please try again.');
export const signInCodeMissing = problem('SIGN_IN_CODE_MISSING', 'The code is missing.');
export const signInStateMissing = problem('SIGN_IN_STATE_MISSING', 'The state is missing.');

// Capacity and outages.
export const slowDown = problem('SLOW_DOWN', 'Too many requests. Please slow down.');
export const tooBusy = problem('TOO_BUSY', 'Too many people are doing this at once. Please try again.');
export const tooManyPictures = problem(
  'TOO_MANY_PICTURES',
  'Too many images are being uploaded at once. Please try again.',
);
export const tooManyListeners = problem(
  'TOO_MANY_LISTENERS',
  'Too many are listening. Please try again later.',
);
export const temporarilyUnavailable = problem(
  'TEMPORARILY_UNAVAILABLE',
  'Kindra cannot be reached just now. Please try again.',
);
export const notSaved = problem('NOT_SAVED', 'What you did could not be saved just now. Please try again.');
export const identityProviderUnavailable = problem(
  'IDENTITY_PROVIDER_UNAVAILABLE',
  'The sign-in service cannot be reached.',
);
export const paymentProviderUnavailable = problem(
  'PAYMENT_PROVIDER_UNAVAILABLE',
  'The payment service cannot be reached.',
);
export const paymentProviderRefused = problem(
  'PAYMENT_PROVIDER_REFUSED',
  'The payment service does not take payments just now.',
);
export const notReady = problem('NOT_READY', 'Kindra is not ready to serve everything.');
export const internalError = problem('INTERNAL_ERROR', 'An unexpected error has occurred.');

// Requests.
export const invalidRequest = problem('INVALID_REQUEST', 'The request could not be understood.');
export const unknownAddress = problem('NOT_FOUND', 'There is nothing at this address.');
export const methodNotAllowed = problem('METHOD_NOT_ALLOWED', 'This address cannot be used in this way.');
export const requestIncomplete = problem('REQUEST_INCOMPLETE', 'The request did not come to its end.');
export const bodyTooLarge = problem('BODY_TOO_LARGE', 'The request is too large.');
export const unsupportedContentType = problem('UNSUPPORTED_CONTENT_TYPE', 'The request must be JSON.');
export const unsupportedContentEncoding = problem(
  'UNSUPPORTED_CONTENT_ENCODING',
  'The request must not be compressed.',
);
export const invalidIdempotencyKey = problem(
  'INVALID_IDEMPOTENCY_KEY',
  'The Idempotency-Key must be a UUID.',
);
export const idempotencyKeyReused = problem(
  'IDEMPOTENCY_KEY_REUSED',
  'This Idempotency-Key was used for another request already.',
);
export const webhookRefused = problem('WEBHOOK_REFUSED', 'The webhook was refused.');
export const invalidFrame = problem('INVALID_FRAME', 'The frame must be a JSON object.');

// Fields of any call.
export const invalidInput = problem('INVALID_INPUT', 'The request is not valid.');
export const bodyNotAnObject = problem('BODY_NOT_AN_OBJECT', 'The request must be a JSON object.');
export const nulCharacter = problem('NUL_CHARACTER', 'A text cannot hold the character U+0000.');
export const notAText = problem('NOT_A_TEXT', 'The value must be a text.');
export const notANumber = problem('NOT_A_NUMBER', 'The value must be a number.');
export const notABoolean = problem('NOT_A_BOOLEAN', 'The value must be true or false.');
export const idMissing = problem('ID_MISSING', 'The id is missing.');
export const invalidPage = problem('INVALID_PAGE', 'The page must be a positive integer.');
export const pageTooDeep = problem(
  'PAGE_TOO_DEEP',
  'Pages after the {last}th have no number. Follow the link to the next page.',
  { last: 100 },
);
export const invalidCursor = problem('INVALID_CURSOR', 'The cursor is not valid.');
export const imageNotAText = problem('IMAGE_NOT_A_TEXT', 'The image must be a text.');
export const missingPicture = problem('PICTURE_NOT_FOUND', 'There is no image.');

// Accounts, posts and the social graph.
export const unknownGender = problem('UNKNOWN_GENDER', 'Gender must be M, F or O.');
export const unknownOrganizationCategory = problem(
  'UNKNOWN_ORGANIZATION_CATEGORY',
  'Category must be one of those offered.',
);
export const onlyProfileName = problem(
  'ONLY_PROFILE_NAME',
  'Only the profile name can be changed by this call.',
);
export const onlyNickname = problem('ONLY_NICKNAME', 'Only the nickname can be changed by this call.');
export const likedPostMissing = problem('LIKED_POST_MISSING', 'The post to like is missing.');
export const followedProfileMissing = problem(
  'FOLLOWED_PROFILE_MISSING',
  'The profile to follow is missing.',
);

// Conversations and notifications.
export const missingConversation = problem('CONVERSATION_NOT_FOUND', 'The conversation does not exist.');
export const missingReceiver = problem('RECEIVER_NOT_FOUND', 'The profile does not exist.');
export const receiverMissing = problem('RECEIVER_MISSING', 'The receiver is missing.');
export const clientIdNotAText = problem('CLIENT_ID_NOT_A_TEXT', 'The clientId must be a text.');
export const invalidClientId = problem(
  'INVALID_CLIENT_ID',
  'The clientId has 1 to 64 letters, digits or signs of . : - _',
);
export const unknownNotificationKind = problem(
  'UNKNOWN_NOTIFICATION_KIND',
  'The kind must be one of those of notifications.',
);
export const mutedMissing = problem('MUTED_MISSING', 'It must be said whether the kind is muted.');
export const positionNegative = problem('POSITION_NEGATIVE', 'The position must not be negative.');

// Animals.
export const unknownAnimalType = problem('UNKNOWN_ANIMAL_TYPE', 'There is no such type of animal.');
export const unknownAnimalSex = problem('UNKNOWN_ANIMAL_SEX', 'The sex must be M or F.');
export const ageNotWhole = problem('AGE_NOT_WHOLE', 'The age must be a whole number of years.');
export const invalidFilter = problem('INVALID_FILTER', 'The filter must be true or false.');
export const searchTooLong = problem('SEARCH_TOO_LONG', 'The text cannot exceed {limit} characters.', {
  limit: 100,
});

// Moderation and reports.
export const cancelCampaignsNotABoolean = problem(
  'CANCEL_CAMPAIGNS_NOT_A_BOOLEAN',
  'It must be true or false whether campaigns are cancelled.',
);
export const nicknameFilterTooLong = problem(
  'NICKNAME_FILTER_TOO_LONG',
  'The nickname cannot exceed {limit} characters.',
  { limit: 64 },
);
export const missingReport = problem('REPORT_NOT_FOUND', 'The report does not exist.');
export const missingSubject = problem('REPORT_SUBJECT_NOT_FOUND', 'What you report does not exist.');
export const subjectMissing = problem('REPORT_SUBJECT_MISSING', 'What to report is missing.');
export const unknownSubjectKind = problem(
  'UNKNOWN_SUBJECT_KIND',
  'Only posts, profiles, crowdfundings and animals can be reported.',
);
export const unknownReportCategory = problem(
  'UNKNOWN_REPORT_CATEGORY',
  'The category must be one of those offered.',
);
export const unknownReportStatus = problem(
  'UNKNOWN_REPORT_STATUS',
  'The status must be OPEN, RESOLVED or DISMISSED.',
);

// Wallets, payments and the books.
export const missingTransaction = problem('TRANSACTION_NOT_FOUND', 'The transaction does not exist.');
export const missingPayment = problem('PAYMENT_NOT_FOUND', 'The payment does not exist.');
export const missingAccount = problem('ACCOUNT_NOT_FOUND', 'The books have no such account.');
export const adjustmentZero = problem(
  'ADJUSTMENT_ZERO',
  'The amount must be a whole number of kindracoins, and not zero.',
);
export const adjustmentTooLarge = problem(
  'ADJUSTMENT_TOO_LARGE',
  'An adjustment cannot exceed {amount} kindracoins.',
  { amount: 100_000_000 },
);
export const writeOffNotPositive = problem(
  'WRITE_OFF_NOT_POSITIVE',
  'What is written off must be a positive amount.',
);
export const profileMissing = problem('PROFILE_MISSING', 'The profile is missing.');
export const reasonNeeded = problem('REASON_NEEDED', 'Please say why.');
export const unknownAdjustmentStatus = problem(
  'UNKNOWN_ADJUSTMENT_STATUS',
  'The status must be OPEN, APPROVED or DECLINED.',
);
export const unknownEntryType = problem('UNKNOWN_ENTRY_TYPE', 'There is no such type of entry.');
export const unknownExportFormat = problem(
  'UNKNOWN_EXPORT_FORMAT',
  'The format must be csv, ndjson or beancount.',
);
export const invalidInstant = problem('INVALID_INSTANT', 'The time must be an ISO 8601 instant.');
export const positionNotWhole = problem('POSITION_NOT_WHOLE', 'The position must be a whole number.');
export const instantAndPosition = problem('INSTANT_AND_POSITION', 'Give either an instant or a position.');
export const accountFilterTooLong = problem(
  'ACCOUNT_FILTER_TOO_LONG',
  'The account cannot exceed {limit} characters.',
  { limit: 100 },
);
export const sequenceNotWhole = problem(
  'SEQUENCE_NOT_WHOLE',
  'The place in the trail must be a whole number, 0 or more.',
);
