import type { EmailedKind } from '../../domain/effects/table.ts';
import type { EmailContents } from '../../domain/ports/email.ts';
import type { EmailText, LocalizedTemplates } from './email-text.ts';

type NotificationContent = EmailContents['notification'];
type Sentences = Readonly<Record<EmailedKind, (content: NotificationContent) => string>>;

const ENGLISH: Sentences = {
  DONATION_NOT_MADE: ({ subject }) =>
    `Your donation to “${subject}” could not be made: the coins are in your wallet`,
  ORGANIZATION_APPROVED: () => 'Your organization has been approved',
  CAMPAIGN_APPROVED: ({ subject }) => `Your crowdfunding “${subject}” has been approved`,
  CAMPAIGN_DECLINED: ({ subject }) => `Your crowdfunding “${subject}” has been declined`,
  CAMPAIGN_CANCELLED: ({ subject }) =>
    `The crowdfunding “${subject}” has been cancelled: every donation is refunded`,
  CAMPAIGN_CLOSED: ({ subject }) => `The crowdfunding “${subject}”, which you donated to, has been closed`,
  CAMPAIGN_TIME_OVER: ({ subject, daysLeft }) =>
    `The time of your crowdfunding “${subject}” is over. Unless you close or cancel it, every donation is refunded in ${daysLeft} days`,
  CAMPAIGN_PAID_OUT: ({ subject }) =>
    `The coins of your crowdfunding “${subject}” have been paid out to your wallet`,
  REFUND: ({ subject, amount }) => `Your donation of ${amount} kindracoins to “${subject}” has been refunded`,
  ADOPTION_CONTACT: ({ subject }) => `Somebody asks about ${subject}`,
  ANIMAL_MATCH: ({ subject }) => `${subject} needs a home and matches your saved search`,
};

const SPANISH: Sentences = {
  DONATION_NOT_MADE: ({ subject }) =>
    `No se ha podido hacer tu donación a «${subject}»: las monedas están en tu monedero`,
  ORGANIZATION_APPROVED: () => 'Tu organización ha sido aprobada',
  CAMPAIGN_APPROVED: ({ subject }) => `Tu campaña «${subject}» ha sido aprobada`,
  CAMPAIGN_DECLINED: ({ subject }) => `Tu campaña «${subject}» ha sido rechazada`,
  CAMPAIGN_CANCELLED: ({ subject }) =>
    `La campaña «${subject}» se ha cancelado: se devuelven todas las donaciones`,
  CAMPAIGN_CLOSED: ({ subject }) => `La campaña «${subject}», a la que donaste, se ha cerrado`,
  CAMPAIGN_TIME_OVER: ({ subject, daysLeft }) =>
    `El plazo de tu campaña «${subject}» ha terminado. Si no la cierras ni la cancelas, todas las donaciones se devolverán en ${daysLeft} días`,
  CAMPAIGN_PAID_OUT: ({ subject }) => `Las monedas de tu campaña «${subject}» se han abonado en tu monedero`,
  REFUND: ({ subject, amount }) => `Se te ha devuelto tu donación de ${amount} kindracoins a «${subject}»`,
  ADOPTION_CONTACT: ({ subject }) => `Alguien pregunta por ${subject}`,
  ANIMAL_MATCH: ({ subject }) => `${subject} busca un hogar y coincide con tu búsqueda guardada`,
};

/** Maximum length of an email subject, in characters. */
const MAX_SUBJECT_LENGTH = 120;

const toSubject = (sentence: string): string =>
  sentence.length <= MAX_SUBJECT_LENGTH ? sentence : `${sentence.slice(0, MAX_SUBJECT_LENGTH - 1)}…`;

const createNotificationText = (
  sentence: string,
  reason: string | null,
  label: string,
  url: string,
): EmailText => ({
  subject: toSubject(sentence),
  paragraphs: [`${sentence}.`, ...(reason ? [reason] : [])],
  action: { label, url },
});

/** Email templates about notifications and messages. */
export const NOTIFICATION_TEMPLATES: LocalizedTemplates<
  'notification' | 'new-messages' | 'contact-reminder' | 'organization-declined'
> = {
  en: {
    notification: (content) =>
      createNotificationText(
        ENGLISH[content.kind](content),
        content.reason && `Reason: ${content.reason}`,
        'Open Kindra',
        content.link,
      ),
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
    notification: (content) =>
      createNotificationText(
        SPANISH[content.kind](content),
        content.reason && `Motivo: ${content.reason}`,
        'Abrir Kindra',
        content.link,
      ),
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
