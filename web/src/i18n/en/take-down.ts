export const texts = {
  titles: {
    takeDown: {
      post: 'Take this post down?',
      animal: 'Take this animal down?',
      profile: 'Take this picture, bio and website down?',
    },
    restore: {
      post: 'Restore this post?',
      animal: 'Restore this animal?',
      profile: 'Restore this picture, bio and website?',
    },
  },
  warnings: {
    takeDown: 'From then on only its author and staff can see it. Its open reports are closed.',
    restore: 'Everyone can see it again.',
  },
  done: {
    takeDown: {
      post: 'The post has been taken down.',
      animal: 'The animal has been taken down.',
      profile: 'The picture, bio and website have been taken down.',
    },
    restore: {
      post: 'The post has been restored.',
      animal: 'The animal has been restored.',
      profile: 'The picture, bio and website have been restored.',
    },
  },
} as const;
