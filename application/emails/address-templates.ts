import type { LocalizedTemplates } from './email-text.ts';

/** Email templates about addresses and devices. */
export const ADDRESS_TEMPLATES: LocalizedTemplates<'email-verification' | 'email-changed' | 'new-device'> = {
  en: {
    'email-verification': ({ nickname, link }) => ({
      subject: 'Confirm your email address for Kindra',
      paragraphs: [
        `The account @${nickname} uses this address. Confirm that it is yours.`,
        'The link works once, for 3 days. Opening it changes nothing; only confirming does.',
        'If you do not have this account, there is nothing to do: the address is not confirmed without you.',
      ],
      action: { label: 'Confirm the address', url: link },
    }),
    'email-changed': ({ nickname, link }) => ({
      subject: 'Your email address at Kindra has changed',
      paragraphs: [
        `The account @${nickname} now uses another email address. This one no longer receives its emails.`,
        'If it was not you, restore this address within 7 days. That also ends all sessions; then choose a new password.',
      ],
      action: { label: 'Restore this address', url: link },
    }),
    'new-device': ({ nickname, device, time, link }) => ({
      subject: 'A new device has logged in to your account at Kindra',
      paragraphs: [
        `Somebody logged in to the account @${nickname} on ${time} (UTC)${device ? ` with ${device}` : ''}.`,
        'If it was you, there is nothing to do. If not, change your password, which ends all other sessions.',
      ],
      action: { label: 'See your sessions', url: link },
    }),
  },
  es: {
    'email-verification': ({ nickname, link }) => ({
      subject: 'Confirma tu correo electrónico para Kindra',
      paragraphs: [
        `La cuenta @${nickname} usa esta dirección. Confirma que es tuya.`,
        'El enlace sirve una vez, durante 3 días. Abrirlo no cambia nada; solo confirmar lo hace.',
        'Si no tienes esta cuenta, no tienes que hacer nada: sin ti, la dirección no se confirma.',
      ],
      action: { label: 'Confirmar la dirección', url: link },
    }),
    'email-changed': ({ nickname, link }) => ({
      subject: 'Tu correo electrónico en Kindra ha cambiado',
      paragraphs: [
        `La cuenta @${nickname} usa ahora otra dirección. Esta ya no recibe sus correos.`,
        'Si no has sido tú, recupera esta dirección en 7 días. Así se cierran además todas las sesiones; después, elige una contraseña nueva.',
      ],
      action: { label: 'Recuperar esta dirección', url: link },
    }),
    'new-device': ({ nickname, device, time, link }) => ({
      subject: 'Un dispositivo nuevo ha iniciado sesión en tu cuenta de Kindra',
      paragraphs: [
        `Alguien ha iniciado sesión en la cuenta @${nickname} el ${time} (UTC)${device ? ` con ${device}` : ''}.`,
        'Si has sido tú, no tienes que hacer nada. Si no, cambia tu contraseña: así se cierran las demás sesiones.',
      ],
      action: { label: 'Ver tus sesiones', url: link },
    }),
  },
};
