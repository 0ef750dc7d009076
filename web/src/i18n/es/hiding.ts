import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/hiding.ts')> = {
  options: 'Opciones del perfil',
  block: 'Bloquear',
  unblock: 'Desbloquear',
  mute: 'Silenciar',
  unmute: 'Dejar de silenciar',
  unblockName: 'Desbloquear a {{name}}',
  unmuteName: 'Dejar de silenciar a {{name}}',
  question: '¿Bloquear a {{name}}?',
  warning:
    'Dejáis de seguiros y ninguno ve lo que publica el otro. No podréis dar me gusta, comentar ni escribiros hasta que desbloquees.',
  blocked: 'Has bloqueado este perfil.',
  muted: 'Has silenciado este perfil: sus publicaciones solo se ven aquí.',
  done: {
    block: 'Has bloqueado a {{name}}.',
    unblock: 'Has desbloqueado a {{name}}.',
    mute: 'Has silenciado a {{name}}.',
    unmute: 'Has dejado de silenciar a {{name}}.',
  },
};
