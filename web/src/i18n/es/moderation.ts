import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/moderation.ts')> = {
  ban: {
    name: 'Suspender a {{name}}',
    short: 'Suspender',
    title: '¿Suspender a {{name}}?',
    warning:
      'Se cierra la sesión de la cuenta en todas partes y la cuenta se oculta hasta que el equipo la reactive.',
    suspensionWarning:
      'Se cierra la sesión de la cuenta en todas partes y la cuenta se oculta hasta que termine la suspensión.',
    duration: '¿Cuánto tiempo?',
    forGood: 'Hasta que el equipo la levante',
    days_one: '{{count}} día',
    days_many: '{{count}} de días',
    days_other: '{{count}} días',
    cancelCampaigns: 'Cancelar también sus campañas y devolver las donaciones',
  },
  done: {
    accountReactivated: 'La cuenta se ha reactivado correctamente.',
    accountBanned: 'La cuenta se ha suspendido correctamente.',
    accountSuspended: 'La cuenta se ha suspendido correctamente por unos días.',
  },
  reactivate: {
    name: 'Reactivar a {{name}}',
    short: 'Reactivar',
    question: '¿Reactivar a {{name}}?',
    warning: 'Se levanta la suspensión y la cuenta puede volver a iniciar sesión.',
  },
};
