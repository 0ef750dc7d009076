import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/feed.ts')> = {
  home: 'Inicio',
  feeds: 'Publicaciones',
  sections: { foryou: 'Para ti', following: 'Siguiendo', others: 'Otros' },
  box: {
    label: 'Escribe una publicación',
    placeholder: '¿Qué pasa con los animales a tu alrededor?',
    submit: 'Publicar',
    image: 'Añadir una imagen (aún no disponible)',
    survey: 'Añadir una encuesta (aún no disponible)',
  },
  newPostsNotice: 'Hay publicaciones nuevas.',
  newPosts_one: '{{count}} publicación nueva',
  newPosts_many: '{{count}} publicaciones nuevas',
  newPosts_other: '{{count}} publicaciones nuevas',
  empty: '¿No ha pasado nada últimamente?',
  followMore: '¿Y si pruebas a seguir más perfiles?',
  logInToSee: '¡Para ver a quién sigues, inicia sesión!',
  login: 'Iniciar sesión',
  discovery: {
    about: 'Sobre Kindra',
    welcome:
      'En Kindra, personas y protectoras buscan hogar para los animales, pagan juntas su cuidado y comparten sus historias.',
    animals: 'Buscan un hogar',
    ending: 'Terminan pronto',
    allAnimals: 'Todos los animales',
    allCrowdfundings: 'Todas las campañas',
    notNow: 'Ahora no',
    notNowName: 'Ahora no: {{name}}',
  },
  suggestions: {
    title: 'Sugerencias',
    profiles: 'Perfiles sugeridos',
    organizations: 'Organizaciones sugeridas',
    loading: 'Cargando sugerencias',
    failure: 'No se han podido cargar las sugerencias.',
    empty: 'Por ahora no hay perfiles sugeridos para ti.',
  },
};
