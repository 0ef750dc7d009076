import type { TranslationOf } from '../translation.ts';

export const texts: TranslationOf<typeof import('../en/categories.ts')> = {
  SPA: 'Protección de animales (SPA)',
  WWF: 'Fauna silvestre y naturaleza (WWF)',
  IRF: 'Rinocerontes y otros grandes mamíferos (IRF)',
  OCE: 'Océanos (OCE)',
  MCS: 'Costas y vida marina (MCS)',
  FSC: 'Bosques (FSC)',
  NIH: 'Salud animal e investigación (NIH)',
  OTHER: 'Otra',
};
