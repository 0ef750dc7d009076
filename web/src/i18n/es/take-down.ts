import type { texts as english } from '../en/take-down.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  titles: {
    takeDown: { post: '¿Retirar esta publicación?', animal: '¿Retirar este animal?' },
    restore: { post: '¿Restaurar esta publicación?', animal: '¿Restaurar este animal?' },
  },
  warnings: {
    takeDown: 'A partir de entonces solo la verán su autor y el equipo. Sus denuncias abiertas se cierran.',
    restore: 'Todo el mundo volverá a verlo.',
  },
  done: {
    takeDown: {
      post: 'La publicación se ha retirado.',
      animal: 'El animal se ha retirado.',
    },
    restore: {
      post: 'La publicación se ha restaurado.',
      animal: 'El animal se ha restaurado.',
    },
  },
};
