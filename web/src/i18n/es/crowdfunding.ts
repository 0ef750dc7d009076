import type { texts as english } from '../en/crowdfunding.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  title: 'Campañas',
  untitled: 'Campaña',
  new: 'Nueva campaña',
  active: 'Campañas activas',
  none: 'Ahora mismo no hay ninguna campaña activa.',
  loading: 'Cargando la campaña',
  failure: 'Error al obtener la campaña.',
  goBack: 'Volver',
  creatorInactive: 'La cuenta de quien la creó no está activa.',
  createdBy: 'Creada por',
  progress: 'Progreso',
  donations_one: 'donación',
  donations_many: 'de donaciones',
  donations_other: 'donaciones',
  waiting: 'El equipo la revisa primero. Su plazo empieza cuando la aprueba.',
  follow: 'Seguir las monedas',
  about: 'Acerca de {{title}}',
  sections: {
    description: 'Descripción',
    donations: 'Donaciones',
    actions: 'Acciones',
  },
  expiry: {
    facts: 'Si no se cierra antes, sus donaciones se devuelven el {{date}}.',
    actions:
      'Su plazo ha terminado. Ciérrala o cancélala antes del {{date}}: si no, ese día se devuelven sus donaciones.',
  },
  finished: 'Terminada',
  timeLeft: 'Tiempo restante',
  units: {
    days_one: 'día',
    days_many: 'días',
    days_other: 'días',
    hours_one: 'hora',
    hours_many: 'horas',
    hours_other: 'horas',
    minutes_one: 'minuto',
    minutes_many: 'minutos',
    minutes_other: 'minutos',
    seconds_one: 'segundo',
    seconds_many: 'segundos',
    seconds_other: 'segundos',
  },
  refunds: {
    label: 'Devuelto',
    finished_one: 'Se ha devuelto la donación: {{coins}}.',
    finished_many: 'Se han devuelto {{total}} donaciones: {{coins}}.',
    finished_other: 'Se han devuelto las {{total}} donaciones: {{coins}}.',
    going_one: 'Devolviendo: {{done}} de {{total}} donación devuelta.',
    going_many: 'Devolviendo: {{done}} de {{total}} donaciones devueltas.',
    going_other: 'Devolviendo: {{done}} de {{total}} donaciones devueltas.',
  },
  donating: {
    done_one: '¡Has donado {{count, number}} kindracoin!',
    done_many: '¡Has donado {{count, number}} de kindracoins!',
    done_other: '¡Has donado {{count, number}} kindracoins!',
    amount: 'Kindracoins que quieres donar',
    donate: 'Donar',
    balance: 'Tienes {{coins}}. <more>Consigue más</more>',
    loading: 'Cargando las donaciones',
    failure: 'Error al obtener las donaciones.',
    none: 'Todavía no ha donado nadie.',
    last: 'Últimas donaciones',
  },
  review: {
    explanation_one:
      'Al aprobarla se abre a donaciones durante {{count}} día desde ahora. Al rechazarla se termina.',
    explanation_many:
      'Al aprobarla se abre a donaciones durante {{count}} días desde ahora. Al rechazarla se termina.',
    explanation_other:
      'Al aprobarla se abre a donaciones durante {{count}} días desde ahora. Al rechazarla se termina.',
    warning: 'Nunca aceptará donaciones. Esta acción no se puede deshacer.',
    another: 'Otro miembro del equipo aprueba o rechaza tu campaña.',
  },
  close: {
    button: 'Cerrar la campaña',
    explanation: 'Termina la campaña y lleva lo recaudado a tu monedero.',
    question: '¿Seguro que quieres cerrar la campaña?',
    warning:
      'No aceptará más donaciones y llegarán {{coins}} a tu monedero. Esta acción no se puede deshacer.',
  },
  cancel: {
    button: 'Cancelar la campaña',
    explanation: 'Termina la campaña y devuelve todas las donaciones.',
    question: '¿Seguro que quieres cancelar la campaña?',
    warning:
      'Se devuelve todo a quienes donaron: {{coins}} vuelven a sus monederos. Esta acción no se puede deshacer.',
    warningNone: 'Todavía no ha donado nadie. Esta acción no se puede deshacer.',
  },
  staffCancel: {
    explanation:
      'Cancela la campaña y devuelve todas las donaciones. Quien la creó y quienes donaron reciben tu motivo.',
    counting: 'Contando a quienes donaron…',
    warning_one:
      'Se devuelve todo a {{donors}} donante: {{coins}} vuelven. Esta acción no se puede deshacer.',
    warning_many:
      'Se devuelve todo a {{donors}} de donantes: {{coins}} vuelven. Esta acción no se puede deshacer.',
    warning_other:
      'Se devuelve todo a {{donors}} donantes: {{coins}} vuelven. Esta acción no se puede deshacer.',
  },
  form: {
    back: 'Crear publicación',
    title: 'Título',
    image: 'Imagen',
    goal: 'Objetivo, en kindracoins',
    goalHint: 'De {{least}} a {{most}}. Tu objetivo son {{euros}}.',
    goalSlider: 'Objetivo',
    duration: 'Duración, en días',
    durationHint: 'De {{least}} a {{most}} días, desde que el equipo la apruebe.',
    send: 'Crear la campaña',
  },
  preview: {
    title: 'Vista previa',
    label: 'Vista previa de tu campaña',
    yourTitle: 'Tu título',
    time_one: '{{count}} día desde su aprobación',
    time_many: '{{count}} días desde su aprobación',
    time_other: '{{count}} días desde su aprobación',
  },
  done: {
    create: 'La campaña se ha creado correctamente.',
    approve: 'La campaña se ha aprobado correctamente.',
    decline: 'La campaña se ha rechazado correctamente.',
    cancel: 'La campaña se ha cancelado correctamente.',
    close: 'La campaña se ha cerrado correctamente.',
  },
  failures: {
    create: 'Error al guardar la campaña.',
    donate: 'Error al realizar la donación.',
    approve: 'Error al aprobar la campaña.',
    decline: 'Error al rechazar la campaña.',
    cancel: 'Error al cancelar la campaña.',
    close: 'Error al cerrar la campaña.',
  },
};
