import type { TranslationOf } from '../text-types.ts';

export const texts: TranslationOf<'legal'> = {
  titles: { terms: 'Términos y condiciones', privacy: 'Política de privacidad' },
  loading: 'Cargando el texto',
  failure: 'No se ha podido cargar el texto.',
};
