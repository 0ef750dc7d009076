import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/post-detail.ts')> = {
  post: 'Publicación',
  comment: 'Comentario',
  home: 'Inicio',
  answered: 'Publicación a la que responde',
  answers: {
    author: 'Respuesta a {{name}}',
    missing: 'La publicación a la que responde se ha eliminado o está oculta.',
  },
  box: { label: 'Escribe un comentario', placeholder: 'Deja un comentario', submit: 'Comentar' },
  comments: 'Comentarios',
  noComments: '¡Deja el primer comentario!',
  noVisibleComments: 'No hay comentarios que mostrar.',
};
