import type { Language } from '../../domain/kernel/language.ts';
import type { MailContents, MailKind } from '../../domain/ports/mail.ts';

/** Texts of a mail, without layout. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
}

type Letters = { readonly [Kind in MailKind]: (content: MailContents[Kind]) => Letter };

const ENGLISH: Letters = {
  'password-reset': ({ nickname, link }) => ({
    subject: 'A new password for Kindra',
    paragraphs: [
      `Somebody, probably you, asked for a new password of the account @${nickname}.`,
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
};

const SPANISH: Letters = {
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
};

const LETTERS: Readonly<Record<Language, Letters>> = { en: ENGLISH, es: SPANISH };

/** Renders the subject and texts of a mail. */
export const writeLetter = <Kind extends MailKind>(
  kind: Kind,
  language: Language,
  content: MailContents[Kind],
): Letter => LETTERS[language][kind](content);
