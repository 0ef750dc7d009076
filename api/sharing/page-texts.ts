import type { Language } from '../../contract/rules/languages.ts';

/** Pages whose link preview does not depend on data. */
export type DescribedPage = 'home' | 'crowdfundings' | 'animals' | 'terms' | 'privacy';

interface PageText {
  readonly title: string;
  readonly description: string;
}

/** Titles and descriptions of pages for search engines and link previews. */
export const PAGE_TEXTS: Readonly<Record<Language, Readonly<Record<DescribedPage, PageText>>>> = {
  en: {
    home: {
      title: 'Kindra, a network for animals',
      description:
        'On Kindra, people and shelters find homes for animals, pay for their care together and share their stories.',
    },
    crowdfundings: {
      title: 'Crowdfundings · Kindra',
      description: 'Shelters ask for help with food, treatment and shelter. Every donation can be followed.',
    },
    animals: {
      title: 'Animals looking for a home · Kindra',
      description: 'Dogs, cats and many other animals waiting for a new home.',
    },
    terms: {
      title: 'Terms and conditions · Kindra',
      description: 'The rules for using Kindra, for coins and for donations.',
    },
    privacy: {
      title: 'Privacy policy · Kindra',
      description: 'What data Kindra stores, why, for how long, and who sees it.',
    },
  },
  es: {
    home: {
      title: 'Kindra, una red para los animales',
      description:
        'En Kindra, personas y protectoras buscan hogar para los animales, pagan juntas su cuidado y comparten sus historias.',
    },
    crowdfundings: {
      title: 'Campañas · Kindra',
      description:
        'Las protectoras piden ayuda para comida, tratamientos y refugio. Cada donación se puede seguir.',
    },
    animals: {
      title: 'Animales que buscan un hogar · Kindra',
      description: 'Perros, gatos y muchos otros animales que esperan un nuevo hogar.',
    },
    terms: {
      title: 'Términos y condiciones · Kindra',
      description: 'Las reglas para usar Kindra, para las monedas y para las donaciones.',
    },
    privacy: {
      title: 'Política de privacidad · Kindra',
      description: 'Qué datos guarda Kindra, para qué, durante cuánto tiempo y quién los ve.',
    },
  },
};
