import type { texts as english } from '../en/notifications.ts';
import type { TranslationOf } from '../translation.ts';

const repeatForPlurals = <Key extends string>(key: Key, text: string) =>
  ({ [`${key}_one`]: text, [`${key}_many`]: text, [`${key}_other`]: text }) as Record<
    `${Key}_${'one' | 'many' | 'other'}`,
    string
  >;

const createPlurals = <Key extends string>(key: Key, one: string, other: string) => ({
  ...repeatForPlurals(key, other),
  ...({ [`${key}_one`]: one } as Record<`${Key}_one`, string>),
});

export const texts: TranslationOf<typeof english> = {
  title: 'Notificaciones',
  list: 'Notificaciones',
  loading: 'Cargando notificaciones',
  empty: 'Aún no ha pasado nada. Aquí verás los me gusta, los comentarios y los seguidores.',
  unread: 'Sin leer. ',
  who: {
    anonymous: 'Alguien anónimo',
    one: '{{first}}',
    two: '{{first}} y {{second}}',
    ...createPlurals(
      'more',
      '{{first}}, {{second}} y {{shown}} persona más',
      '{{first}}, {{second}} y {{shown}} personas más',
    ),
  },
  sentences: {
    ...createPlurals('LIKE', 'A {{who}} le gusta tu publicación', 'A {{who}} les gusta tu publicación'),
    ...createPlurals(
      'COMMENT',
      '{{who}} ha comentado tu publicación',
      '{{who}} han comentado tu publicación',
    ),
    ...createPlurals('FOLLOW', '{{who}} te sigue', '{{who}} te siguen'),
    ...createPlurals(
      'DONATION',
      '{{who}} ha donado a tu campaña «{{text}}»',
      '{{who}} han donado a tu campaña «{{text}}»',
    ),
    ...repeatForPlurals('ORGANIZATION_APPROVED', 'Tu organización ha sido aprobada'),
    ...repeatForPlurals('CAMPAIGN_APPROVED', 'Tu campaña «{{text}}» ha sido aprobada'),
    ...repeatForPlurals('CAMPAIGN_DECLINED', 'Tu campaña «{{text}}» ha sido rechazada'),
    ...repeatForPlurals(
      'CAMPAIGN_CANCELLED',
      'La campaña «{{text}}» se ha cancelado: se devuelven todas las donaciones',
    ),
    ...repeatForPlurals('CAMPAIGN_CLOSED', 'La campaña «{{text}}», a la que donaste, se ha cerrado'),
    ...repeatForPlurals('CAMPAIGN_UPDATE', 'Hay novedades de la campaña «{{text}}»'),
    ...repeatForPlurals(
      'CAMPAIGN_TIME_OVER',
      'El plazo de tu campaña «{{text}}» ha terminado. Si no la cierras ni la cancelas, todas las donaciones se devolverán en {{days}} días',
    ),
    ...repeatForPlurals(
      'DONATION_NOT_MADE',
      'No se ha podido hacer tu donación a «{{text}}»: las monedas están en tu monedero',
    ),
    ...repeatForPlurals('REFUND', 'Se te ha devuelto tu donación a «{{text}}»'),
    ...createPlurals('ADOPTION_CONTACT', '{{who}} pregunta por {{text}}', '{{who}} preguntan por {{text}}'),
    ...repeatForPlurals('ANIMAL_MATCH', '{{who}} ofrece a {{text}}, que coincide con tu búsqueda guardada'),
    ...repeatForPlurals('WARNING', 'El equipo te ha advertido'),
    ...repeatForPlurals('COINS_ADDED', 'El equipo ha añadido monedas a tu monedero'),
    ...repeatForPlurals('COINS_TAKEN', 'El equipo ha retirado monedas de tu monedero'),
    ...repeatForPlurals('DEBT_WRITTEN_OFF', 'El equipo ha condonado tu deuda'),
    ...repeatForPlurals('ADJUSTMENT_APPROVED', 'Tú y {{who}} habéis acordado un ajuste'),
    ...repeatForPlurals(
      'PROFILE_TAKEN_DOWN',
      'El equipo ha retirado la foto, la biografía y el sitio web de tu perfil',
    ),
    ...repeatForPlurals(
      'PROFILE_RESTORED',
      'El equipo ha restaurado la foto, la biografía y el sitio web de tu perfil',
    ),
    ...repeatForPlurals('POST_TAKEN_DOWN', 'El equipo ha retirado tu publicación «{{text}}»'),
    ...repeatForPlurals('POST_RESTORED', 'El equipo ha restaurado tu publicación «{{text}}»'),
    ...repeatForPlurals('ANIMAL_TAKEN_DOWN', 'El equipo ha retirado tu animal {{text}}'),
    ...repeatForPlurals('ANIMAL_RESTORED', 'El equipo ha restaurado tu animal {{text}}'),
  },
  reason: 'Motivo: {{reason}}',
  coins_one: '{{shown}} kindracoin',
  coins_many: '{{shown}} de kindracoins',
  coins_other: '{{shown}} kindracoins',
  unsubscribe: {
    title: 'No recibir más correos de este tipo',
    question: '¿No quieres recibir más correos sobre «{{kind}}»?',
    submit: 'Desactivar estos correos',
    done: 'Ya no recibirás correos sobre «{{kind}}».',
  },
  settings: {
    failure: 'Error al obtener los ajustes de las notificaciones.',
    title: 'Ajustes de las notificaciones',
    back: 'Volver a las notificaciones',
    backToSettings: 'Ajustes',
    open: 'Elegir qué se te notifica',
    loading: 'Cargando los ajustes',
    hint: 'Elige qué se te notifica. Lo que no está marcado ni se muestra ni se cuenta.',
    emailHint: 'Elige qué te enviamos también por correo.',
    emailAddress: 'Los correos se envían a tu dirección confirmada',
    kinds: {
      MESSAGE: 'Mensajes nuevos, como máximo una vez por hora',
      LIKE: 'Me gusta en tus publicaciones',
      COMMENT: 'Comentarios en tus publicaciones',
      FOLLOW: 'Nuevos seguidores',
      DONATION: 'Donaciones a tus campañas',
      DONATION_NOT_MADE: 'Donaciones tuyas que no se pudieron hacer',
      ORGANIZATION_APPROVED: 'Aprobación de tu organización',
      CAMPAIGN_APPROVED: 'Aprobación de tus campañas',
      CAMPAIGN_DECLINED: 'Rechazo de tus campañas',
      CAMPAIGN_CANCELLED: 'Campañas canceladas',
      CAMPAIGN_CLOSED: 'Cierre de campañas a las que donaste',
      CAMPAIGN_UPDATE: 'Novedades de campañas a las que donaste o de perfiles que sigues',
      CAMPAIGN_TIME_OVER: 'Fin del plazo de tus campañas',
      REFUND: 'Devoluciones de tus donaciones',
      ADOPTION_CONTACT: 'Preguntas sobre tus animales',
      ANIMAL_MATCH: 'Animales nuevos que coinciden con tus búsquedas guardadas',
      WARNING: 'Advertencias del equipo',
      COINS_ADDED: 'Monedas que el equipo añade a tu monedero',
      COINS_TAKEN: 'Monedas que el equipo retira de tu monedero',
      DEBT_WRITTEN_OFF: 'Deuda que el equipo condona',
      ADJUSTMENT_APPROVED: 'Ajustes que propones o apruebas',
      PROFILE_TAKEN_DOWN: 'Retirada de tu foto, biografía y sitio web',
      PROFILE_RESTORED: 'Restauración de tu foto, biografía y sitio web',
      POST_TAKEN_DOWN: 'Retirada de tus publicaciones',
      POST_RESTORED: 'Restauración de tus publicaciones',
      ANIMAL_TAKEN_DOWN: 'Retirada de tus animales',
      ANIMAL_RESTORED: 'Restauración de tus animales',
    },
  },
  failure: 'Error al obtener las notificaciones.',
  muteFailure: 'Error al cambiar los ajustes de las notificaciones.',
};
