import type { Language } from '../../domain/kernel/language.ts';
import { isolateText } from '../../domain/kernel/text.ts';
import type { EmailContents, EmailKind, FactorChange } from '../../domain/ports/email.ts';
import { ADDRESS_TEMPLATES } from './address-templates.ts';
import type { EmailTemplates, EmailText } from './email-text.ts';
import { NOTIFICATION_TEMPLATES } from './notification-templates.ts';

const ENGLISH_FACTOR_CHANGES: Readonly<Record<FactorChange, string>> = {
  'authenticator-added': 'now requires a code from an authenticator app at each login',
  'authenticator-removed': 'no longer uses an authenticator app',
  'passkey-added': 'has a new passkey, which can log in without a password',
  'passkey-removed': 'has one fewer passkey',
  'codes-renewed': 'has new recovery codes, and the earlier ones no longer work',
  'code-used': 'was just accessed with a recovery code, which no longer works',
  reset: 'no longer has a second factor, because support reset it, and all devices have been logged out',
};

const ENGLISH: EmailTemplates = {
  ...ADDRESS_TEMPLATES.en,
  ...NOTIFICATION_TEMPLATES.en,
  'password-reset': ({ nickname, link }) => ({
    subject: 'A new password for Kindra',
    paragraphs: [
      `Somebody, probably you, requested a new password for the account @${nickname}.`,
      'The link works once, for 30 minutes. Opening it changes nothing; only saving a password does.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: link },
  }),
  'password-changed': ({ nickname }) => ({
    subject: 'Your password for Kindra has been changed',
    paragraphs: [
      `The password of the account @${nickname} has been changed, and other devices have been logged out.`,
      'If it was not you, choose a new password at once with “Forgot your password?” on the login page.',
    ],
  }),
  'deletion-scheduled': ({ nickname, link, day }) => ({
    subject: 'Your account at Kindra will be deleted',
    paragraphs: [
      `The account @${nickname} is deactivated, and will be deleted on ${day} (UTC).`,
      'To keep it, log in before that day. After that, the account and its texts cannot be restored.',
      'If you did not ask for this, log in and choose a new password.',
    ],
    action: { label: 'Log in and keep the account', url: link },
  }),
  'deletion-cancelled': ({ nickname }) => ({
    subject: 'Your account at Kindra is kept',
    paragraphs: [
      `The account @${nickname} is active again, because you logged in. It will not be deleted.`,
      'If it was not you, choose a new password at once with “Forgot your password?” on the login page.',
    ],
  }),
  'factor-changed': ({ nickname, change }) => ({
    subject: 'The security of your account at Kindra has changed',
    paragraphs: [
      `The account @${nickname} ${ENGLISH_FACTOR_CHANGES[change]}.`,
      'If it was not you, log in, choose a new password, and check passkeys, authenticator app and sessions in the settings.',
    ],
  }),
  'data-ready': ({ nickname, link, day }) => ({
    subject: 'Your data from Kindra is ready',
    paragraphs: [
      `The copy of the data of @${nickname} is ready. You can download it until ${day} (UTC), after logging in.`,
      'It contains your posts, messages and transactions, so keep the file to yourself.',
      'If you did not ask for it, choose a new password: somebody else may be logged in to your account.',
    ],
    action: { label: 'Download your data', url: link },
  }),
};

const SPANISH_FACTOR_CHANGES: Readonly<Record<FactorChange, string>> = {
  'authenticator-added': 'pide ahora un código de una aplicación de autenticación en cada inicio de sesión',
  'authenticator-removed': 'ya no usa una aplicación de autenticación',
  'passkey-added': 'tiene una llave de acceso nueva, que permite entrar sin contraseña',
  'passkey-removed': 'tiene una llave de acceso menos',
  'codes-renewed': 'tiene códigos de recuperación nuevos, y los anteriores ya no sirven',
  'code-used': 'se acaba de abrir con un código de recuperación, que ya no sirve',
  reset:
    'ya no tiene segundo factor, porque el equipo de ayuda lo ha retirado, y se ha cerrado la sesión en todos los dispositivos',
};

const SPANISH: EmailTemplates = {
  ...ADDRESS_TEMPLATES.es,
  ...NOTIFICATION_TEMPLATES.es,
  'password-reset': ({ nickname, link }) => ({
    subject: 'Una contraseña nueva para Kindra',
    paragraphs: [
      `Alguien, seguramente tú, ha pedido una contraseña nueva para la cuenta @${nickname}.`,
      'El enlace sirve una vez, durante 30 minutos. Abrirlo no cambia nada; solo guardar una contraseña lo hace.',
      'Si no has sido tú, no tienes que hacer nada: tu contraseña sigue igual.',
    ],
    action: { label: 'Elegir una contraseña nueva', url: link },
  }),
  'password-changed': ({ nickname }) => ({
    subject: 'Tu contraseña de Kindra ha cambiado',
    paragraphs: [
      `La contraseña de la cuenta @${nickname} ha cambiado y se ha cerrado la sesión en los demás dispositivos.`,
      'Si no has sido tú, elige enseguida una contraseña nueva con «¿Has olvidado tu contraseña?» en la página de inicio de sesión.',
    ],
  }),
  'deletion-scheduled': ({ nickname, link, day }) => ({
    subject: 'Tu cuenta de Kindra se va a eliminar',
    paragraphs: [
      `La cuenta @${nickname} está desactivada y se eliminará el ${day} (UTC).`,
      'Para conservarla, inicia sesión antes de ese día. Después, ni la cuenta ni sus textos se pueden recuperar.',
      'Si no lo has pedido tú, inicia sesión y elige una contraseña nueva.',
    ],
    action: { label: 'Iniciar sesión y conservar la cuenta', url: link },
  }),
  'deletion-cancelled': ({ nickname }) => ({
    subject: 'Tu cuenta de Kindra se conserva',
    paragraphs: [
      `La cuenta @${nickname} vuelve a estar activa porque has iniciado sesión. No se eliminará.`,
      'Si no has sido tú, elige enseguida una contraseña nueva con «¿Has olvidado tu contraseña?» en la página de inicio de sesión.',
    ],
  }),
  'factor-changed': ({ nickname, change }) => ({
    subject: 'La seguridad de tu cuenta de Kindra ha cambiado',
    paragraphs: [
      `La cuenta @${nickname} ${SPANISH_FACTOR_CHANGES[change]}.`,
      'Si no has sido tú, inicia sesión, elige una contraseña nueva y revisa en los ajustes las llaves de acceso, la aplicación de autenticación y las sesiones.',
    ],
  }),
  'data-ready': ({ nickname, link, day }) => ({
    subject: 'Tus datos de Kindra están listos',
    paragraphs: [
      `La copia de los datos de @${nickname} está lista. Puedes descargarla hasta el ${day} (UTC), después de iniciar sesión.`,
      'Contiene tus publicaciones, mensajes y movimientos, así que no compartas el archivo.',
      'Si no la has pedido tú, elige una contraseña nueva: puede que otra persona haya iniciado sesión en tu cuenta.',
    ],
    action: { label: 'Descargar tus datos', url: link },
  }),
};

/** Fields that contain names or texts from users. */
const BIDI_ISOLATED_FIELDS: ReadonlySet<string> = new Set(['subject', 'name', 'nickname', 'reason']);

const TEMPLATES: Readonly<Record<Language, EmailTemplates>> = { en: ENGLISH, es: SPANISH };

/** Isolates names and texts from users, so that their writing direction does not affect the rest of the email. */
const isolateBidiText = <Content extends object>(content: Content): Content => {
  const isolatedEntries = Object.entries(content).map(([name, value]) =>
    BIDI_ISOLATED_FIELDS.has(name) && typeof value === 'string' ? [name, isolateText(value)] : [name, value],
  );
  return Object.fromEntries(isolatedEntries) as Content;
};

/** Fills the template for an email kind. */
export const fillTemplate = <Kind extends EmailKind>(
  kind: Kind,
  language: Language,
  content: EmailContents[Kind],
): EmailText => TEMPLATES[language][kind](isolateBidiText(content));
