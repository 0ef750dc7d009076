export const texts = {
  update: 'Update of a crowdfunding',
  titles: { post: 'Edit the post', comment: 'Edit the comment' },
  question: {
    post: 'Are you sure you want to delete the post?',
    comment: 'Are you sure you want to delete the post?',
  },
  deleted: { post: 'Post deleted sucesfull', comment: 'Post deleted sucesfull' },
  failure: 'Error making request when deleting publication.',
  text: 'Text',
  hint: 'Readers see the earlier text under “Modified”.',
  saved: 'Your changes are saved.',
  history: {
    title: 'Texts of this post',
    current: 'current text',
    first: 'first text',
    loading: 'Loading the texts',
    failure: 'The texts could not be loaded.',
  },
} as const;
