import type { texts as english } from '../en/dashboard.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  title: 'Panel',
  audit: 'Auditar las monedas',
  week: {
    title: 'Últimos 7 días',
    table: 'Cifras de cada día',
    day: 'Día',
    approved: 'aprobadas en total',
  },
  figures: {
    newUsers: 'Nuevos usuarios',
    newPosts: 'Nuevas publicaciones',
    donations: 'Monedas donadas',
    totalOrgs: 'Organizaciones',
  },
  organizations: {
    title: 'Organizaciones por aprobar',
    facts: {
      category: 'Categoría',
      email: 'Correo',
      person: 'Persona',
      website: 'Sitio web',
      number: 'Número de registro',
      none: 'sin indicar',
    },
    loading: 'Cargando las organizaciones',
    none: 'No hay ninguna organización pendiente de aprobación.',
    failure: 'Error al obtener las organizaciones.',
    registered: 'Se registró <time/>',
  },
  crowdfundings: {
    title: 'Campañas por aprobar',
    loading: 'Cargando las campañas',
    none: 'No hay ninguna campaña pendiente de aprobación.',
    failure: 'Error al obtener las campañas.',
    facts_one: 'Objetivo en monedas: <amount/>, en {{count}} día · de <creator/> · <time/>',
    facts_many: 'Objetivo en monedas: <amount/>, en {{count}} días · de <creator/> · <time/>',
    facts_other: 'Objetivo en monedas: <amount/>, en {{count}} días · de <creator/> · <time/>',
    warning: 'La campaña se rechaza definitivamente; quien la creó puede solicitar otra.',
    own: 'Otro miembro del equipo decide sobre tu campaña.',
  },
  secondPerson: {
    title: 'A la espera de una segunda persona',
    loading: 'Cargando los ajustes',
    none: 'No hay nada a la espera de una segunda persona.',
    failure: 'Error al obtener los ajustes.',
    decide: 'Decidir',
    facts: 'Monedero de <person/> · propuesto por <asking/> · <time/>',
    kinds: {
      CREDIT: 'Dar {{amount}} monedas',
      DEBIT: 'Quitar {{amount}} monedas',
      WRITE_OFF: 'Condonar {{amount}} monedas',
      IDENTIFICATION: 'Abonar un pago en suspenso de {{amount}} monedas',
    },
  },
  deactivated: {
    title: 'Perfiles desactivados',
    loading: 'Cargando los perfiles',
    none: 'No hay ningún perfil desactivado.',
    noneFits: 'Ningún perfil desactivado coincide con este apodo.',
    failure: 'Error al obtener los perfiles desactivados.',
    search: 'El apodo contiene',
    states: {
      INACTIVE: 'Desactivado',
      BANNED: 'Suspendido',
      suspended: 'Suspendido hasta el {{until}}',
    },
  },
};
