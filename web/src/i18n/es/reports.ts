import type { texts as english } from '../en/reports.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  dialog: {
    titles: {
      post: 'Denunciar esta publicación',
      profile: 'Denunciar este perfil',
      crowdfunding: 'Denunciar esta campaña',
      animal: 'Denunciar este animal',
    },
    hint: 'El equipo lo revisará. Nadie más sabrá que lo has denunciado.',
    category: '¿Qué ocurre?',
    text: 'Cuéntanos más',
    optionalText: 'Cuéntanos más (opcional)',
    send: 'Denunciar',
  },
  categories: {
    SPAM: 'Spam',
    ABUSE: 'Acoso u odio',
    FRAUD: 'Fraude',
    CRUELTY: 'Crueldad con animales',
    OTHER: 'Otra cosa',
  },
  page: {
    title: 'Denuncias',
    back: 'Panel',
    statuses: 'Denuncias por estado',
    loading: 'Cargando denuncias',
    failure: 'Error al obtener las denuncias.',
    empty: {
      OPEN: 'No hay denuncias sin revisar.',
      RESOLVED: 'No se ha resuelto ninguna denuncia.',
      DISMISSED: 'No se ha desestimado ninguna denuncia.',
    },
    status: { OPEN: 'Abiertas', RESOLVED: 'Resueltas', DISMISSED: 'Desestimadas' },
    kinds: {
      post: 'Publicación',
      profile: 'Perfil',
      crowdfunding: 'Campaña',
      animal: 'Animal',
    },
    about: '{{kind}}: {{name}}',
    gone: 'Ya no existe',
    owner: 'de <person/>',
    look: 'Ver',
    lookAt: 'Ver {{name}}',
    count_one: '{{shown}} denuncia',
    count_many: '{{shown}} de denuncias',
    count_other: '{{shown}} denuncias',
    categoryCount: '{{category}}: {{shown}}',
    newest: 'Denuncias más recientes',
    from: '{{category}}, <person/>, <time/>',
    wordless: 'Sin comentario',
    resolve: 'Resolver',
    dismiss: 'Desestimar',
    resolveName: 'Resolver las denuncias de {{name}}',
    dismissName: 'Desestimar las denuncias de {{name}}',
    questions: {
      resolve: '¿Resolver estas denuncias?',
      dismiss: '¿Desestimar estas denuncias?',
    },
    warnings: {
      resolve: 'Has tomado medidas. La decisión se guarda con tu motivo.',
      dismiss: 'No hay nada que reprochar. La decisión se guarda con tu motivo.',
    },
    decision: {
      RESOLVED: 'Resueltas por <person/>, <time/>',
      DISMISSED: 'Desestimadas por <person/>, <time/>',
    },
    somebody: 'alguien que se ha ido',
  },
  done: {
    report: 'Gracias. El equipo lo revisará.',
    resolve: 'Las denuncias se han resuelto.',
    dismiss: 'Las denuncias se han desestimado.',
  },
};
