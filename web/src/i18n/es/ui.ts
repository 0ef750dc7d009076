import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/ui.ts')> = {
  ago: {
    seconds: 'hace unos segundos',
    minutes_one: 'hace {{count}} minuto',
    minutes_many: 'hace {{count}} minutos',
    minutes_other: 'hace {{count}} minutos',
    hours_one: 'hace {{count}} hora',
    hours_many: 'hace {{count}} horas',
    hours_other: 'hace {{count}} horas',
    days_one: 'hace {{count}} día',
    days_many: 'hace {{count}} días',
    days_other: 'hace {{count}} días',
    months_one: 'hace {{count}} mes',
    months_many: 'hace {{count}} meses',
    months_other: 'hace {{count}} meses',
  },
  badges: { ADMIN: 'Administración', MOD: 'Moderación', ORG: 'Organización' },
  cancel: 'Cancelar',
  close: 'Cerrar',
  closeMessage: 'Cerrar el mensaje',
  loading: 'Cargando',
  loadingMore: 'Cargando más',
  messages: 'Mensajes de Kindra',
  save: 'Guardar',
  tryAgain: 'Volver a intentarlo',
  names: {
    anonymous: 'Alguien anónimo',
    erasedAccount: 'Cuenta borrada',
    erasedCrowdfunding: 'Campaña borrada',
    hiddenAccount: 'Cuenta oculta',
  },
};
