export const texts = {
  post: 'Post',
  comment: 'Comment',
  home: 'Home',
  answered: 'Post that this replies to',
  answers: {
    author: 'Reply to {{name}}',
    missing: 'The post that this replies to was deleted, or is hidden.',
  },
  box: { label: 'Write a comment', placeholder: 'Leave a comment', submit: 'Comment' },
  failure: 'Error making request when loading post.',
  comments: 'Comments',
  noComments: 'Be the first to leave a comment!',
  commentsFailure: 'Error making request when loading replies.',
} as const;
