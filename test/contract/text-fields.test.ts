import { z } from 'zod';
import { updateProfile } from '../../contract/accounts.ts';
import { calls } from '../../contract/calls.ts';

/** Text fields whose values are not stored as text. They are compared with stored values, or contain a picture. */
const UNSTORED_FIELDS = new Set([
  'login username',
  'login password',
  'changePassword currentPassword',
  'resetPassword token',
  'scheduleDeletion currentPassword',
  'changeEmail currentPassword',
  'verifyEmail token',
  'undoEmailChange token',
  'confirmLogin challenge',
  'confirmLogin code',
  'activateAuthenticator code',
  'proveIdentity password',
  'proveIdentity code',
  'addPasskey passkey id',
  'addPasskey passkey rawId',
  'addPasskey passkey authenticatorAttachment',
  'addPasskey passkey response clientDataJSON',
  'addPasskey passkey response attestationObject',
  'logInWithPasskey passkey id',
  'logInWithPasskey passkey rawId',
  'logInWithPasskey passkey authenticatorAttachment',
  'logInWithPasskey passkey response clientDataJSON',
  'logInWithPasskey passkey response authenticatorData',
  'logInWithPasskey passkey response signature',
  'logInWithPasskey passkey response userHandle',
  'createCrowdfunding imageBase64',
  'createAdoption animal imageBase64',
  'postUpdate imageBase64',
  'setProfilePicture imageBase64',
  'identifySuspense profile',
  'proposeAdjustment profile',
  // Depends on the type; see `profileTexts`.
  'updateProfile newData',
]);

/** Sample values. Every free text field accepts at least one of them. */
const VALID_TEXTS = [
  'Annabella',
  'Abcdefg1',
  'ana@example.org',
  'https://ana.example',
  '2000-01-01',
  'USER',
  'M',
  'DOG',
  'SPAM',
  'post',
];

/** Control, bidirectional and zero-width characters. */
const CONTROL_CHARACTERS = ['\u0000', '\u0007', '\u001b', '\u202e', '\u2066', '\u200b', '\u2060', '\ufeff'];
/** Invisible letters and combining marks. */
const INVISIBLE_CHARACTERS = ['\u3164', '\u115f', '\uffa0', '\u034f', '\ufe0f', '\u{e0061}'];
const FORBIDDEN_CHARACTERS = [...CONTROL_CHARACTERS, ...INVISIBLE_CHARACTERS];

/** Returns the name and schema of every text field in a request body. */
function listTextFields(
  name: string,
  schema: unknown,
): readonly (readonly [name: string, schema: z.ZodType])[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([field, inner]) =>
      listTextFields(`${name} ${field}`, inner),
    );
  if (!(schema instanceof z.ZodType)) return [];
  return VALID_TEXTS.some((text) => schema.safeParse(text).success) ? [[name, schema]] : [];
}

/** Names and schemas of the profile text fields. The rules depend on the `type` in the same request. */
const profileTexts = ['profileName', 'bio', 'website'].map((type) => {
  const schema = z.preprocess((newData) => ({ type, newData }), updateProfile.body);
  return [`updateProfile ${type}`, schema] as const;
});

const textFields = calls
  .flatMap(({ name, body }) => listTextFields(name, body))
  .concat(profileTexts)
  .filter(([name]) => !UNSTORED_FIELDS.has(name));

test('finds the texts in the bodies of the calls', () => {
  const names = textFields.map(([name]) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'registerUser personalData name',
      'createPublication text',
      'createAdoption animal breed',
      'createCrowdfunding description',
      'banProfile reason',
      'report text',
      'updateProfile bio',
      'proposeAdjustment reason',
    ]),
  );
});

test.each(profileTexts)('%s accepts a plain text', (_name, schema) => {
  expect(VALID_TEXTS.some((text) => schema.safeParse(text).success)).toBe(true);
});

test.each(textFields)('%s rejects deceptive and invisible characters', (_name, schema) => {
  for (const character of FORBIDDEN_CHARACTERS)
    for (const text of VALID_TEXTS)
      expect(schema.safeParse(`${text}${character}${text}`).success).toBe(false);
});
