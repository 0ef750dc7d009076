import type { texts as english } from '../en/explore.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  title: 'Explorar',
  hint: 'Encuentra personas, organizaciones, campañas, animales, etiquetas y publicaciones.',
  tabs: 'Tipos de resultados',
  types: {
    ALL: 'Todo',
    PERSON: 'Personas',
    ORGANIZATION: 'Organizaciones',
    CROWDFUNDING: 'Campañas',
    ANIMAL: 'Animales',
    TAG: 'Etiquetas',
    POST: 'Publicaciones',
  },
  kinds: {
    PERSON: 'Persona',
    ORGANIZATION: 'Organización',
    CROWDFUNDING: 'Campaña',
    ANIMAL: 'Animal',
    TAG: 'Etiqueta',
    POST: 'Publicación',
  },
  box: {
    label: 'Buscar en Kindra',
    find: 'Buscar',
    suggestions: 'Sugerencias',
    count_one: '{{count}} sugerencia',
    count_many: '{{count}} sugerencias',
    count_other: '{{count}} sugerencias',
  },
  all: 'Ver todo',
  showAll: 'Ver todo: {{type}}',
  posts_one: '{{shown}} publicación',
  posts_many: '{{shown}} publicaciones',
  posts_other: '{{shown}} publicaciones',
  morePosts: '{{shown}} publicaciones o más',
  loading: 'Buscando',
  none: 'No se ha encontrado nada. Prueba con menos palabras o con otras.',
  failure: 'No se ha podido buscar.',
  tag: {
    posts: 'Publicaciones con #{{tag}}',
    none: 'Nadie ha publicado aún con esta etiqueta.',
    end: '¡No hay más publicaciones!',
    failure: 'Error al cargar las publicaciones.',
  },
};
