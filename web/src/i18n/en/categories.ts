export const texts = {
  SPA: 'Protection of animals (SPA)',
  WWF: 'Wildlife and nature (WWF)',
  IRF: 'Rhinos and other large mammals (IRF)',
  OCE: 'Oceans (OCE)',
  MCS: 'Coasts and marine life (MCS)',
  FSC: 'Forests (FSC)',
  NIH: 'Animal health and research (NIH)',
  OTHER: 'Other',
} as const;
