import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/new-post.ts')> = {
  title: 'Crear publicación',
  kinds: {
    publication: { title: 'Publicación', text: 'Unas palabras para quienes te siguen.' },
    lostPet: { title: 'Mascota perdida', text: 'Aún no está disponible.' },
    adoption: { title: 'Animal en adopción', text: 'Encuentra un hogar para un animal a tu cuidado.' },
    crowdfunding: { title: 'Campaña', text: 'Recauda kindracoins para una causa.' },
  },
};
