import type { texts as english } from '../en/conversations.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  title: 'Mensajes',
  list: 'Conversaciones',
  none: '¡Quizá deberías empezar la conversación!',
  unread_one: '{{count}} sin leer',
  unread_many: '{{count}} sin leer',
  unread_other: '{{count}} sin leer',
  loading: 'Cargando las conversaciones',
  loadingMessages: 'Cargando los mensajes',
  failure: 'Error al obtener la conversación.',
  failures: 'Error al obtener las conversaciones.',
  connecting: 'Conectando…',
  write: 'Escribe un mensaje',
  send: 'Enviar',
  sending: 'Enviando…',
  notSent: 'No enviado: {{reason}}',
  edit: 'Editar',
  discard: 'Descartar',
  you: 'Tú: ',
  profile: 'Perfil de {{name}}',
  about: 'Sobre {{name}}',
  lookingForAHome: 'Busca un hogar',
  adopted: 'Adoptado',
  loadingAnimal: 'Cargando animal',
};
