import type { texts as english } from '../en/legal.ts';
import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof english> = {
  titles: { terms: 'Términos y condiciones', privacy: 'Política de privacidad' },
  loading: 'Cargando el texto',
  failure: 'No se ha podido cargar el texto.',
};
