import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/legal.ts')> = {
  titles: { terms: 'Términos y condiciones', privacy: 'Política de privacidad' },
  loading: 'Cargando el texto',
  failure: 'No se ha podido cargar el texto.',
};
