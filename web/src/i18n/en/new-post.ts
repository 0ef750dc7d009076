export const texts = {
  title: 'Create Post',
  kinds: {
    publication: { title: 'Publication', text: 'A few words for your followers.' },
    lostPet: { title: 'Lost pet', text: 'Not available yet.' },
    adoption: { title: 'Animal for adoption', text: 'Find a home for an animal in your care.' },
    crowdfunding: { title: 'Crowdfunding', text: 'Raise kindracoins for a cause.' },
  },
} as const;
