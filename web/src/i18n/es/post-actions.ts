import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/post-actions.ts')> = {
  update: 'Novedad de una campaña',
  titles: { post: 'Editar la publicación', comment: 'Editar el comentario' },
  question: {
    post: '¿Seguro que quieres eliminar la publicación?',
    comment: '¿Seguro que quieres eliminar el comentario?',
  },
  deleted: {
    post: 'La publicación se ha eliminado correctamente.',
    comment: 'El comentario se ha eliminado.',
  },
  failure: 'Error al eliminar la publicación.',
  text: 'Texto',
  hint: 'El texto anterior se puede leer en «Modificada».',
  saved: 'Tus cambios se han guardado.',
  history: {
    title: 'Textos de esta publicación',
    current: 'texto actual',
    first: 'primer texto',
    loading: 'Cargando los textos',
    failure: 'No se han podido cargar los textos.',
  },
};
