import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/profiles.ts')> = {
  title: 'Perfil',
  tabs: {
    label: 'Lo que comparte {{name}}',
    publications: 'Publicaciones',
    adopt: 'Adopción',
    crowdfundings: 'Campañas',
    followers: 'Seguidores',
    following: 'Siguiendo',
  },
  header: {
    name: 'Perfil de {{name}}',
    loading: 'Cargando el perfil',
    edit: 'Editar perfil',
    message: 'Mensaje',
    messageTo: 'Enviar un mensaje a {{name}}',
    waiting: 'Esta organización está pendiente de aprobación.',
    outOfSight: {
      INACTIVE: 'Esta cuenta está desactivada. Solo el equipo la ve.',
      BANNED: 'Esta cuenta está suspendida. Solo el equipo la ve.',
      erased: 'Esta cuenta está borrada. Sus datos ya no existen.',
      suspended: 'Esta cuenta está suspendida hasta el {{until}}. Solo el equipo la ve.',
    },
    followers_one: 'Seguidor',
    followers_many: 'de seguidores',
    followers_other: 'Seguidores',
    following: 'Siguiendo',
    website: 'Sitio web',
    joined: 'Se unió el',
  },
  publications: {
    empty: 'Este perfil aún no ha publicado nada.',
    blocked: 'No ves las publicaciones de los perfiles que has bloqueado.',
    end: 'Ya has visto todo lo que hay en este perfil.',
    failure: 'Error al obtener las publicaciones del perfil.',
  },
  rows: {
    loading: 'Cargando perfiles',
    followersFailure: 'Error al obtener los seguidores del perfil.',
    followingFailure: 'Error al obtener los perfiles seguidos.',
    noFollowers: 'No tiene seguidores',
    followsNobody: '¿Esta persona no sigue a nadie?',
  },
  noCampaigns: 'Este perfil aún no ha creado ninguna campaña.',
  animals: 'Animales en adopción',
  noAnimals: 'Este perfil aún no ha ofrecido ningún animal en adopción.',
  review: {
    question: '¿Seguro que quieres rechazar a {{name}}?',
    warning: 'La cuenta se eliminará. Esta acción no se puede deshacer.',
  },
  done: {
    approve: 'La organización se ha aprobado correctamente.',
    decline: 'La organización se ha rechazado correctamente.',
  },
  failures: {
    approve: 'Ha habido un error al aprobar la organización.',
    decline: 'Ha habido un error al rechazar la organización.',
  },
};
