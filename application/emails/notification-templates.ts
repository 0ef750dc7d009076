import type { EmailedKind } from '../../domain/effects/kinds.ts';
import * as english from '../../domain/effects/texts/en.ts';
import * as spanish from '../../domain/effects/texts/es.ts';
import type { Language } from '../../domain/kernel/language.ts';
import { truncateText } from '../../domain/kernel/text.ts';
import type { EmailContents } from '../../domain/ports/email.ts';
import type { EmailText, LocalizedTemplates } from './email-text.ts';

type NotificationContent = EmailContents['notification'];

type ScreenSentences = typeof english.sentences;

/** Kinds whose sentence on the screen names no actor. */
type KindWithoutActor = {
  [Kind in EmailedKind & keyof ScreenSentences]: ScreenSentences[Kind] extends `${string}{{who}}${string}`
    ? never
    : Kind;
}[EmailedKind & keyof ScreenSentences];

/** Kinds whose sentence on the screen names actors. Emails do not, so they have a sentence of their own. */
type KindWithActor = Exclude<EmailedKind, KindWithoutActor>;

interface NotificationTexts {
  readonly emailSentences: Readonly<Record<KindWithActor, (content: NotificationContent) => string>>;
  readonly screenSentences: Readonly<Record<KindWithoutActor, string>>;
  readonly reasonLabel: string;
  readonly actionLabel: string;
}

const ENGLISH: NotificationTexts = {
  emailSentences: {
    ADOPTION_CONTACT: ({ subject }) => `Somebody asks about ${subject}`,
    ANIMAL_MATCH: ({ subject }) => `${subject} needs a home and matches your saved search`,
  },
  screenSentences: english.sentences,
  reasonLabel: 'Reason',
  actionLabel: 'Open Kindra',
};

const SPANISH: NotificationTexts = {
  emailSentences: {
    ADOPTION_CONTACT: ({ subject }) => `Alguien pregunta por ${subject}`,
    ANIMAL_MATCH: ({ subject }) => `${subject} busca un hogar y coincide con tu búsqueda guardada`,
  },
  screenSentences: spanish.sentences,
  reasonLabel: 'Motivo',
  actionLabel: 'Abrir Kindra',
};

/** Maximum length of an email subject, in characters. */
const MAX_SUBJECT_LENGTH = 120;

const toSubject = (sentence: string): string => truncateText(sentence, MAX_SUBJECT_LENGTH);

/** Fills a sentence of the screen for an email. */
const fillScreenSentence = (sentence: string, { subject, daysLeft }: NotificationContent): string =>
  sentence.replaceAll('{{days}}', String(daysLeft)).replaceAll('{{text}}', () => subject ?? '');

function createNotificationText(
  content: NotificationContent,
  language: Language,
  { emailSentences, screenSentences, reasonLabel, actionLabel }: NotificationTexts,
): EmailText {
  const { kind, amount, reason, link } = content;
  const sentence =
    kind in emailSentences
      ? emailSentences[kind as KindWithActor](content)
      : fillScreenSentence(screenSentences[kind as KindWithoutActor], content);
  return {
    subject: toSubject(sentence),
    paragraphs: [
      `${sentence}.`,
      ...(amount ? [`Kindracoins: ${amount.toLocaleString(language)}`] : []),
      ...(reason ? [`${reasonLabel}: ${reason}`] : []),
    ],
    action: { label: actionLabel, url: link },
  };
}

/** Email templates about notifications and messages. */
export const NOTIFICATION_TEMPLATES: LocalizedTemplates<
  'notification' | 'new-messages' | 'contact-reminder' | 'organization-declined'
> = {
  en: {
    notification: (content) => createNotificationText(content, 'en', ENGLISH),
    'organization-declined': ({ name, reason }) => ({
      subject: 'Your organization has not been approved on Kindra',
      paragraphs: [
        `Kindra has not approved the organization ${name}.`,
        ...(reason ? [`Reason: ${reason}`] : []),
        'Its data has been deleted. You can register it again.',
      ],
    }),
    'contact-reminder': ({ subject, link }) => ({
      subject: toSubject(`Somebody is still waiting for your answer about ${subject}`),
      paragraphs: [
        `Somebody asked about ${subject} three days ago and has no answer yet.`,
        'If the animal already has a home, mark it as adopted, so that nobody waits for it.',
      ],
      action: { label: 'Answer', url: link },
    }),
    'new-messages': ({ link }) => ({
      subject: 'You have new messages on Kindra',
      paragraphs: ['Somebody has written to you. We send at most one of these emails an hour.'],
      action: { label: 'Read the messages', url: link },
    }),
  },
  es: {
    notification: (content) => createNotificationText(content, 'es', SPANISH),
    'organization-declined': ({ name, reason }) => ({
      subject: 'Tu organización no ha sido aprobada en Kindra',
      paragraphs: [
        `Kindra no ha aprobado la organización ${name}.`,
        ...(reason ? [`Motivo: ${reason}`] : []),
        'Sus datos se han eliminado. Puedes registrarla de nuevo.',
      ],
    }),
    'contact-reminder': ({ subject, link }) => ({
      subject: toSubject(`Alguien sigue esperando tu respuesta sobre ${subject}`),
      paragraphs: [
        `Alguien preguntó por ${subject} hace tres días y aún no tiene respuesta.`,
        'Si el animal ya tiene un hogar, márcalo como adoptado para que nadie lo espere.',
      ],
      action: { label: 'Responder', url: link },
    }),
    'new-messages': ({ link }) => ({
      subject: 'Tienes mensajes nuevos en Kindra',
      paragraphs: ['Alguien te ha escrito. Enviamos como máximo uno de estos correos por hora.'],
      action: { label: 'Leer los mensajes', url: link },
    }),
  },
};
