import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/take-down.ts')> = {
  titles: {
    takeDown: {
      post: '¿Retirar esta publicación?',
      animal: '¿Retirar este animal?',
      profile: '¿Retirar esta foto, biografía y sitio web?',
    },
    restore: {
      post: '¿Restaurar esta publicación?',
      animal: '¿Restaurar este animal?',
      profile: '¿Restaurar esta foto, biografía y sitio web?',
    },
  },
  warnings: {
    takeDown: 'A partir de entonces solo la verán su autor y el equipo. Sus denuncias abiertas se cierran.',
    restore: 'Todo el mundo volverá a verlo.',
  },
  done: {
    takeDown: {
      post: 'La publicación se ha retirado.',
      animal: 'El animal se ha retirado.',
      profile: 'La foto, la biografía y el sitio web se han retirado.',
    },
    restore: {
      post: 'La publicación se ha restaurado.',
      animal: 'El animal se ha restaurado.',
      profile: 'La foto, la biografía y el sitio web se han restaurado.',
    },
  },
};
